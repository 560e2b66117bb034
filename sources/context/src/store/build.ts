import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StopSignal } from '@concord/engine';
import { fileOf } from '../document/version.js';
import { type BuildLock, takeBuildLock } from './build-lock.js';
import { CacheFault } from './fault.js';
import { flushTree } from './flush.js';
import { type Gathered, gather, type SourceFault } from './gather.js';
import type { Ingested } from './ingest.js';
import { ingestAll } from './ingest-all.js';
import { cacheVersionOf, FORMAT, type ManifestEntry, printIndex, printManifest } from './manifest.js';
import { type OutputPlace, outputPlace, requireReplaceable } from './output-place.js';
import { dropOld, recover, type SwapStep, swapIn } from './swap.js';

export interface BuildOptions {
  readonly sources: string;
  readonly cache: string;
  readonly force: boolean;
  readonly skipUnreadable: boolean;
  /** What the manifest says of its making. */
  readonly createdAt: () => string;
  readonly signal: StopSignal;
  readonly onWarning: (text: string) => void;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called between any two steps of the swap, where a test may let the process die. */
  readonly atStep?: (step: SwapStep) => void;
}

export interface Built {
  readonly cacheVersion: string;
  readonly documentCount: number;
  readonly documentsWritten: number;
  readonly documentsReused: number;
}

/** Builds a cache aside and puts it in its place. Whatever goes wrong before that leaves the place as it was. */
export async function build(options: BuildOptions): Promise<Built> {
  requireSources(options.sources);
  const output = outside(() => outputPlace(options.cache));
  outside(() => requireReplaceable(output.place, options.force));
  const lock = outside(() => takeWork(output));
  try {
    outside(() => recover(output.place, output.work));
    requireSources(options.sources);
    outside(() => requireReplaceable(output.place, options.force));
    return await buildAside(output, options);
  } finally {
    leaveWork(output, lock);
  }
}

async function buildAside(output: OutputPlace, options: BuildOptions): Promise<Built> {
  const fresh = join(output.work, 'new');
  const { files, fault } = gather(options.sources, options);
  try {
    outside(() => mkdirSync(join(fresh, 'documents'), { recursive: true }));
    const ingested = await ingestAll(files, join(fresh, 'documents'), options);
    const kept = requireWhole(files, ingested, fault, options);
    const documents = entriesOf(kept);
    const cacheVersion = cacheVersionOf(documents);
    const manifest = {
      cacheVersion,
      ...FORMAT,
      createdAt: options.createdAt(),
      documentCount: documents.length,
      documents,
    };
    options.signal.throwIfAborted();
    outside(() => {
      writeFileSync(join(fresh, 'index.json'), printIndex(documents));
      writeFileSync(join(fresh, 'manifest.json'), printManifest(manifest));
      flushTree(fresh, [output.work, dirname(output.place)]);
      options.atStep?.('flushed');
      swapIn(output.place, output.work, options.atStep);
    });
    tidy(() => dropOld(output.work), options);
    options.atStep?.('old-dropped');
    return { cacheVersion, documentCount: documents.length, documentsWritten: documents.length, documentsReused: 0 };
  } finally {
    tidy(() => rmSync(fresh, { recursive: true, force: true }), options);
  }
}

/** A failure of the operating system at a place that is ours to write. */
function outside<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code, path = '' } = error as NodeJS.ErrnoException;
    if (error instanceof CacheFault || typeof code !== 'string') throw error;
    throw new CacheFault('io', `${path} (${code})`);
  }
}

function requireSources(sources: string): void {
  outside(() => {
    if (!statSync(sources).isDirectory()) throw new CacheFault('io', `${sources} is not a directory`);
    readdirSync(sources);
  });
}

const TRIES = 20;

/** Makes the work directory and takes its lock. One that another build is just leaving is made again. */
function takeWork({ work }: OutputPlace): BuildLock {
  for (let left = TRIES; ; left--) {
    mkdirSync(work, { recursive: true });
    try {
      const taken = takeBuildLock(work);
      if ('release' in taken) return taken;
      const { pid, host } = taken.holder ?? {};
      throw new CacheFault(
        'io',
        pid === undefined ? 'another build is at work' : `a build is at work: ${pid} on ${host}`,
      );
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || left === 0) throw error;
    }
  }
}

/** Another build may have come into the work directory as soon as the lock is free: it is removed only when empty. */
function leaveWork({ work }: OutputPlace, lock: BuildLock): void {
  try {
    lock.release();
    rmdirSync(work);
  } catch {
    // Whoever builds next tidies up.
  }
}

/** What is wrong with leftovers is worth a warning: the cache is whole. */
function tidy(work: () => void, { onWarning }: BuildOptions): void {
  try {
    work();
  } catch (error) {
    onWarning(`leftovers could not be removed (${(error as NodeJS.ErrnoException).code})`);
  }
}

interface Kept {
  readonly file: Gathered;
  readonly version: string;
}

/** The files that came in; throws for the first in the walk that did not, then for ids, then for contents that are there twice. */
function requireWhole(
  files: readonly Gathered[],
  ingested: readonly Ingested[],
  treeFault: SourceFault | undefined,
  { skipUnreadable, onWarning }: BuildOptions,
): readonly Kept[] {
  let first = treeFault;
  const kept: Kept[] = [];
  for (const [index, result] of ingested.entries()) {
    const file = files[index]!;
    if (!('fault' in result)) kept.push({ file, version: result.version });
    else if (skipUnreadable && result.isUnreadable) onWarning(result.detail);
    else if (first === undefined || file.position < first.position)
      first = { position: file.position, kind: result.fault, detail: result.detail };
  }
  if (first) throw new CacheFault(first.kind, first.detail);
  for (const [index, { file }] of kept.entries())
    if (kept[index + 1]?.file.id === file.id)
      throw new CacheFault('corrupt', `${file.relative} and ${kept[index + 1]!.file.relative} have the same id`);
  const byFile = new Map<string, Gathered>();
  for (const { file, version } of kept) {
    const other = byFile.get(fileOf(version));
    if (other) throw new CacheFault('internal', `${other.relative} and ${file.relative} have the same content`);
    byFile.set(fileOf(version), file);
  }
  return kept;
}

function entriesOf(kept: readonly Kept[]): readonly ManifestEntry[] {
  return kept.map(({ file, version }) => ({ id: file.id, version, file: fileOf(version) }));
}
