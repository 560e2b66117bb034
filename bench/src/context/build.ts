import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stop } from '@concord/engine';
import { build } from '@concord/source-context';
import type { Benchmark, Measured } from '../harness.js';
import { CORPUS } from './corpus.js';
import type { Ground } from './ground.js';

const IN_FLIGHT = 16;
const work = { amount: CORPUS.documents, unit: 'documents' };

/** Builds a cache with its sidecar, and gives how long that took without what comes before and after. */
async function timedBuild(sources: string, cache: string): Promise<Measured & { readonly reused: number }> {
  const begin = performance.now();
  const { documentCount, documentsReused } = await build({
    sources,
    cache,
    force: true,
    skipUnreadable: false,
    createdAt: () => new Date(0).toISOString(),
    signal: new Stop(),
    onWarning: text => {
      throw new Error(text);
    },
  });
  const elapsedMs = performance.now() - begin;
  if (documentCount !== CORPUS.documents) throw new Error('A document is missing');
  return { elapsedMs, reused: documentsReused };
}

function removeCache(cache: string): void {
  rmSync(cache, { recursive: true, force: true });
  rmSync(`${cache}.ctxidx`, { force: true });
}

async function fullBuildOnce(sources: string, cache: string): Promise<Measured> {
  removeCache(cache);
  return timedBuild(sources, cache);
}

const filesIn = (sources: string): readonly string[] =>
  readdirSync(sources).flatMap(part => readdirSync(join(sources, part)).map(name => join(sources, part, name)));

/** A build from nothing, against reading and hashing the same files. */
export function fullBuild({ root, sources }: Ground): Benchmark {
  const cache = join(root, 'full');
  const files = filesIn(sources);
  return {
    name: 'full build',
    work,
    subjects: {
      concord: () => fullBuildOnce(sources, cache),
      'read and hash': async () => {
        let next = 0;
        const reader = async () => {
          while (next < files.length)
            createHash('sha256')
              .update(await readFile(files[next++]!))
              .digest('hex');
        };
        await Promise.all(Array.from({ length: IN_FLIGHT }, reader));
      },
    },
    targets: [{ subject: 'concord', against: 'read and hash', atLeast: 0.5 }],
    rounds: 5,
    warmUp: 1,
    close: () => removeCache(cache),
  };
}

/** A build when one file in a hundred has changed, against a build from nothing. */
export async function incrementalBuild({ root, sources }: Ground): Promise<Benchmark> {
  const [cache, full] = [join(root, 'incremental'), join(root, 'full')];
  const changing = filesIn(sources).filter((_, at) => at % 100 === 0);
  await timedBuild(sources, cache);
  let round = 0;
  return {
    name: 'build with one file in a hundred changed',
    work,
    subjects: {
      concord: async () => {
        round += 1;
        for (const [at, file] of changing.entries())
          writeFileSync(file, `${round} ${at} ${readFileSync(file, 'utf8')}`);
        const { reused, elapsedMs } = await timedBuild(sources, cache);
        if (reused < CORPUS.documents - changing.length * 2) throw new Error('Too little was taken over');
        return { elapsedMs };
      },
      full: () => fullBuildOnce(sources, full),
    },
    targets: [{ subject: 'concord', against: 'full', atLeast: 1.5 }],
    rounds: 5,
    warmUp: 1,
    close: () => [cache, full].forEach(removeCache),
  };
}

/** What a build takes at most above a process that does nothing. */
export function buildMemory({ root, sources }: Ground): { readonly line: string; readonly passed: boolean } {
  const cache = join(root, 'measured');
  const program = fileURLToPath(new URL('build-process.js', import.meta.url));
  const printed = execFileSync(process.execPath, [program, sources, cache], { encoding: 'utf8', timeout: 600_000 });
  removeCache(cache);
  const most = 512 * 1_048_576 + CORPUS.documents * 1_024;
  const used = Number(printed);
  const passed = used < most;
  const [grown, limit] = [used, most].map(bytes => Math.round(bytes / 1e6));
  const line = `  ${passed ? 'pass' : 'MISSED'}: a full build takes ${grown} MB above an idle process, below ${limit} MB`;
  return { line, passed };
}
