import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { IndexDoubt } from '../index/doubt.js';
import type { Mapped } from '../index/merge.js';
import { runInFile } from '../index/run.js';
import { writeSidecar } from '../index/sidecar-write.js';
import type { AllIngested } from './ingest-all.js';
import type { Manifest } from './manifest.js';
import type { OutputPlace } from './output-place.js';
import type { Past } from './past.js';
import type { Kept } from './whole.js';
import type { WordsAside } from './words-aside.js';

/** All that a build knows of the cache it made. */
export interface MadeCache {
  readonly startedAt: number;
  readonly manifest: Manifest;
  readonly manifestText: string;
  readonly kept: readonly Kept[];
  readonly ingested: AllIngested;
  readonly past: Past | undefined;
  readonly words: readonly WordsAside[];
}

/** Writes the sidecar of a cache in its place; gives why that failed. One that does not fit is never left there. */
export async function writeSidecarOf(
  { place, work, sidecar }: OutputPlace,
  made: MadeCache,
): Promise<string | undefined> {
  const failure = made.words.find(aside => aside.failure !== undefined)?.failure ?? (await tried(() => write()));
  if (failure !== undefined) removeSidecar(sidecar);
  return failure;

  function write(): Promise<void> {
    const { startedAt, manifest, manifestText, kept, ingested } = made;
    const subject = { directory: place, manifest, manifestBytes: Buffer.from(manifestText), startedAt };
    const sources = kept.map(({ at, file }) => ({ path: file.relative, signature: ingested.signatureOf(at) }));
    return writeSidecar(sidecar, join(work, 'sidecar'), subject, runsOf(made), sources);
  }
}

/** Removes the sidecar of a cache; gives why that failed. */
export function removeSidecar(sidecar: string): string | undefined {
  try {
    rmSync(sidecar, { force: true });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

async function tried(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string' && !(error instanceof IndexDoubt)) throw error;
    return code ?? message;
  }
}

/** The words of what was read, and of the last build those of what was not. */
function runsOf({ kept, ingested, past, words }: MadeCache): readonly Mapped[] {
  const positions = new Int32Array(ingested.versions.length).fill(-1);
  for (const [position, { at }] of kept.entries()) positions[at] = position;
  const runs: Mapped[] = words.flatMap(({ files }) => files).map(file => ({ source: runInFile(file), positions }));
  if (past === undefined) return runs;
  const taken = new Int32Array(past.documentCount).fill(-1);
  for (const { at, file } of kept)
    if (ingested.isUnread(at)) taken[past.sources.get(file.relative)!.position] = positions[at]!;
  return [...runs, { source: past.words, positions: taken }];
}
