import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StopSignal } from '@concord/engine';
import { CacheFault } from '../cache/fault.js';
import { fileOf } from '../document/version.js';
import { cacheVersionOf, FORMAT, type Manifest, printIndex, printManifest } from '../manifest/manifest.js';
import { canUseSidecars } from '../sidecar/sidecar-header.js';
import { startWorkers, threadsFor } from '../threads/workers.js';
import { flushCache } from './flush-cache.js';
import { gather, requireSources } from './gather-sources.js';
import { ingestAll } from './ingest-all.js';
import { type Kept, requireAllFiles } from './kept-files.js';
import { type OutputPlace, outputPlace, requireReplaceable } from './output-place.js';
import { readPreviousBuild } from './previous-build.js';
import { removeCache } from './remove-cache.js';
import { type MadeCache, removeSidecar, SidecarOfBuild } from './sidecar-of-build.js';
import { dropOld, recover, type SwapStep, swapIn } from './swap.js';
import { leaveWork, takeWork } from './work-place.js';

export interface BuildOptions {
  readonly sources: string;
  readonly cache: string;
  readonly force: boolean;
  readonly skipUnreadable: boolean;
  /** Whether documents of the previous build are reused; true by default. */
  readonly reuse?: boolean;
  /** Whether a sidecar is written; true by default. */
  readonly index?: boolean;
  /** The number of threads; by default it depends on the number of files. */
  readonly threads?: number;
  /** The creation time for the manifest. */
  readonly createdAt: () => string;
  readonly signal: StopSignal;
  readonly onWarning: (text: string) => void;
  /** Called with the path, below the sources, of everything that is no source file. */
  readonly onSkipped?: (path: string) => void;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called when all source files are listed and none was read. */
  readonly onGathered?: () => void;
  /** Called between the steps of the swap; tests let the process die there. */
  readonly atStep?: (step: SwapStep) => void;
}

export interface Built {
  readonly cacheVersion: string;
  readonly documentCount: number;
  readonly documentsWritten: number;
  readonly documentsReused: number;
}

/** Builds a cache in a work directory and swaps it in. A failure before the swap leaves the old cache as it was. */
export async function build(options: BuildOptions): Promise<Built> {
  const startedAt = Date.now();
  try {
    requireSources(options.sources);
    const output = outputPlace(options.cache);
    requireReplaceable(output.place, options.force);
    const lock = takeWork(output);
    try {
      await recover(output.place, output.work);
      requireSources(options.sources);
      requireReplaceable(output.place, options.force);
      const swapped = await buildAside(output, startedAt, options);
      await finish(output, swapped, options);
      return builtOf(swapped.made);
    } finally {
      for (const name of ['new', 'runs']) await tidy(() => removeCache(join(output.work, name)), options);
      await tidy(() => leaveWork(output, lock), options);
    }
  } catch (error) {
    throw asFault(error);
  }
}

/** A cache that was swapped in, and its sidecar that is still to be published; undefined when there shall be none. */
interface SwappedCache {
  readonly made: MadeCache;
  readonly sidecar: SidecarOfBuild | undefined;
}

/** The memory for words of all threads together, after which they are written to runs. */
const HELD_BYTES = 48 * 1_048_576;

/** Builds the new cache and swaps it in. */
async function buildAside(output: OutputPlace, startedAt: number, options: BuildOptions): Promise<SwappedCache> {
  const { sources, signal, onProgress, atStep, index = true, reuse = true } = options;
  const fresh = join(output.work, 'new');
  const documents = join(fresh, 'documents');
  const runs = index ? join(output.work, 'runs') : undefined;
  for (const folder of [documents, ...(runs ? [runs] : [])]) mkdirSync(folder, { recursive: true });
  const { files, fault } = await gather(options);
  options.onGathered?.();
  const threads = options.threads ?? threadsFor(files.length);
  const words = runs === undefined ? undefined : { folder: runs, holdBytes: HELD_BYTES / Math.max(1, threads) };
  const workers = startWorkers({ kind: 'build', sources, documents, old: output.place, words }, threads, signal);
  let sidecar: SidecarOfBuild | undefined;
  try {
    const previous = reuse && options.force ? readPreviousBuild(output) : undefined;
    const ingested = await ingestAll(files, previous, workers, onProgress);
    const kept = requireAllFiles(files, ingested, fault, options);
    const spilled = await workers.inEachThread('words', undefined);
    const manifest = manifestOf(kept, options.createdAt());
    const manifestBytes = Buffer.from(printManifest(manifest));
    writeFileSync(join(fresh, 'index.json'), printIndex(manifest.documents));
    writeFileSync(join(fresh, 'manifest.json'), manifestBytes);
    const made = { startedAt, manifest, manifestBytes, kept, ingested, previous, words: spilled };
    sidecar = index && canUseSidecars ? new SidecarOfBuild(output, made) : undefined;
    const written = manifest.documents.map(({ file }) => file);
    await flushCache(fresh, written, [output.work, dirname(output.place)], workers, signal);
    signal.throwIfAborted();
    atStep?.('flushed');
    swapIn(output.place, output.work, atStep);
    return { made, sidecar };
  } catch (error) {
    await sidecar?.abandon();
    throw error;
  } finally {
    await workers.end();
  }
}

/** Deletes the old cache and publishes the sidecar. The new cache is in use, so failures are only warnings. */
async function finish(output: OutputPlace, { sidecar }: SwappedCache, options: BuildOptions): Promise<void> {
  await tidy(() => dropOld(output.work), options);
  options.atStep?.('old-dropped');
  const failure = sidecar ? await sidecar.finish() : removeSidecar(output.sidecar);
  if (failure !== undefined)
    options.onWarning(`${output.sidecar} could not be ${sidecar ? 'written' : 'removed'} (${failure})`);
}

function manifestOf(kept: readonly Kept[], createdAt: string): Manifest {
  const documents = kept.map(({ file, version }) => ({ id: file.id, version, file: fileOf(version) }));
  const cacheVersion = cacheVersionOf(documents);
  return { cacheVersion, ...FORMAT, createdAt, documentCount: documents.length, documents, isCanonical: true };
}

function builtOf({ manifest, kept, ingested }: MadeCache): Built {
  const { cacheVersion, documentCount } = manifest;
  const documentsReused = kept.filter(({ at }) => ingested.isReused(at)).length;
  return { cacheVersion, documentCount, documentsWritten: documentCount - documentsReused, documentsReused };
}

/** Turns a system error into a CacheFault of kind `io`; other errors stay as they are. */
function asFault(error: unknown): unknown {
  const { code, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  if (error instanceof CacheFault || typeof code !== 'string' || code.startsWith('ERR_')) return error;
  return new CacheFault('io', [path, dest && `to ${dest}`, `(${code})`].filter(Boolean).join(' '));
}

/** Runs a cleanup, whose failure is only a warning. */
async function tidy(work: () => void | Promise<void>, { onWarning }: Pick<BuildOptions, 'onWarning'>): Promise<void> {
  try {
    await work();
  } catch (error) {
    onWarning(`leftovers could not be removed (${(error as NodeJS.ErrnoException).code})`);
  }
}
