import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StopSignal } from '@concord/engine';
import { CacheFault } from '../cache/fault.js';
import { fileOf } from '../document/version.js';
import { cacheVersionOf, FORMAT, type Manifest, printIndex, printManifest } from '../manifest/manifest.js';
import { canUseSidecars } from '../sidecar/sidecar-header.js';
import { startCrew, threadsFor } from '../threads/workers.js';
import { flushCache } from './flush-cache.js';
import { gather, requireSources } from './gather-sources.js';
import { ingestAll } from './ingest-all.js';
import { type Kept, requireWhole } from './kept-files.js';
import { type OutputPlace, outputPlace, requireReplaceable } from './output-place.js';
import { readPast } from './previous-build.js';
import { removeCache } from './remove-cache.js';
import { type MadeCache, removeSidecar, SidecarOfBuild } from './sidecar-of-build.js';
import { dropOld, recover, type SwapStep, swapIn } from './swap.js';
import { leaveWork, takeWork } from './work-place.js';

export interface BuildOptions {
  readonly sources: string;
  readonly cache: string;
  readonly force: boolean;
  readonly skipUnreadable: boolean;
  /** Whether what the last build made may be taken over; yes unless told otherwise. */
  readonly reuse?: boolean;
  /** Whether a sidecar is written; yes unless told otherwise. */
  readonly index?: boolean;
  /** How many threads work on it; as many as it is worth unless told otherwise. */
  readonly threads?: number;
  /** What the manifest says of its making. */
  readonly createdAt: () => string;
  readonly signal: StopSignal;
  readonly onWarning: (text: string) => void;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called when all source files are known and none was read. */
  readonly onGathered?: () => void;
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

/** A cache in its place, and the sidecar that is still to be put there; undefined when there shall be none. */
interface Swapped {
  readonly made: MadeCache;
  readonly sidecar: SidecarOfBuild | undefined;
}

/** What all threads together hold of words before they put them aside. */
const HELD_BYTES = 48 * 1_048_576;

/** Makes the new cache and swaps it in. */
async function buildAside(output: OutputPlace, startedAt: number, options: BuildOptions): Promise<Swapped> {
  const { sources, signal, onProgress, atStep, index = true, reuse = true } = options;
  const fresh = join(output.work, 'new');
  const documents = join(fresh, 'documents');
  const runs = index ? join(output.work, 'runs') : undefined;
  for (const folder of [documents, ...(runs ? [runs] : [])]) mkdirSync(folder, { recursive: true });
  const { files, fault } = await gather(options);
  options.onGathered?.();
  const threads = options.threads ?? threadsFor(files.length);
  const words = runs === undefined ? undefined : { folder: runs, holdBytes: HELD_BYTES / Math.max(1, threads) };
  const crew = startCrew({ kind: 'build', sources, documents, old: output.place, words }, threads, signal);
  let sidecar: SidecarOfBuild | undefined;
  try {
    const past = reuse && options.force ? readPast(output) : undefined;
    const ingested = await ingestAll(files, past, crew, onProgress);
    const kept = requireWhole(files, ingested, fault, options);
    const aside = await crew.everyone('words', undefined);
    const manifest = manifestOf(kept, options.createdAt());
    const manifestBytes = Buffer.from(printManifest(manifest));
    writeFileSync(join(fresh, 'index.json'), printIndex(manifest.documents));
    writeFileSync(join(fresh, 'manifest.json'), manifestBytes);
    const made = { startedAt, manifest, manifestBytes, kept, ingested, past, words: aside };
    sidecar = index && canUseSidecars ? new SidecarOfBuild(output, made) : undefined;
    const written = manifest.documents.map(({ file }) => file);
    await flushCache(fresh, written, [output.work, dirname(output.place)], crew, signal);
    signal.throwIfAborted();
    atStep?.('flushed');
    swapIn(output.place, output.work, atStep);
    return { made, sidecar };
  } catch (error) {
    await sidecar?.abandon();
    throw error;
  } finally {
    await crew.end();
  }
}

/** The new cache answers: what is left to do may fail without harm to it. */
async function finish(output: OutputPlace, { sidecar }: Swapped, options: BuildOptions): Promise<void> {
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

/** A failure of the operating system is one of input and output; anything else goes on as it is. */
function asFault(error: unknown): unknown {
  const { code, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  if (error instanceof CacheFault || typeof code !== 'string' || code.startsWith('ERR_')) return error;
  return new CacheFault('io', [path, dest && `to ${dest}`, `(${code})`].filter(Boolean).join(' '));
}

/** What is wrong with leftovers is worth a warning and no more. */
async function tidy(work: () => void | Promise<void>, { onWarning }: Pick<BuildOptions, 'onWarning'>): Promise<void> {
  try {
    await work();
  } catch (error) {
    onWarning(`leftovers could not be removed (${(error as NodeJS.ErrnoException).code})`);
  }
}
