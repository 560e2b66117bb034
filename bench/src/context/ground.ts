import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine, invoke } from '@concord/engine';
import { contextSettings, contextSource } from '@concord/source-context';
import { writeCorpus } from './corpus.js';

export const mcp = fileURLToPath(new URL('../../../bin/mcp', import.meta.url));

/** Where the benchmarks of caches work: sources, a cache of them with its sidecar, and how many bytes of text there are. */
export interface Ground {
  readonly root: string;
  readonly sources: string;
  readonly cache: string;
  readonly textBytes: number;
  readonly isInMemory: boolean;
  remove(): void;
}

/** The query everybody answers: three terms, of which one is common. */
export const QUERY = 'tari mora neki';
export const BUDGET = 4_000;

/** Makes the sources and the cache, in memory where the system has a place for that. */
export async function prepare(): Promise<Ground> {
  const isInMemory = canWrite('/dev/shm');
  const root = mkdtempSync(join(isInMemory ? '/dev/shm' : tmpdir(), 'concord-bench-'));
  const sources = join(root, 'sources');
  const cache = join(root, 'cache');
  const textBytes = writeCorpus(sources);
  execFileSync(process.execPath, [mcp, 'context', 'build', '--sources', sources, '--cache', cache], {
    stdio: 'ignore',
  });
  if (!existsSync(`${cache}.ctxidx`)) await serveOnce(root);
  return { root, sources, cache, textBytes, isInMemory, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** A server that finds no sidecar leaves one. */
async function serveOnce(root: string): Promise<void> {
  const source = contextSource({ ...contextSettings({}, root), timeoutMs: 600_000 });
  const engine = createEngine({ env: {}, warn: () => {} });
  await invoke(source.snapshot().tools[0]!, { cache: 'cache', query: QUERY, budget: BUDGET }, { engine });
  await source.close();
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
