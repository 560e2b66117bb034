import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '@concord/engine';
import { Signatures } from '../cache/signature.js';
import { Pace } from '../event-loop/pace.js';
import type { Mapped } from '../index/merge.js';
import { runInFile } from '../index/run.js';
import { UnusableIndex } from '../index/unusable-index.js';
import type { Manifest } from '../manifest/manifest.js';
import { draftSidecar, publishSidecar, type SidecarDraft } from '../sidecar/sidecar-write.js';
import type { SourceRecords } from '../sidecar/source-records.js';
import type { SpilledWords } from '../threads/spilled-words.js';
import type { AllIngested } from './ingest-all.js';
import type { Kept } from './kept-files.js';
import type { OutputPlace } from './output-place.js';
import type { PreviousBuild } from './previous-build.js';

/** Everything a build knows of the cache it made. */
export interface MadeCache {
  readonly startedAt: number;
  readonly manifest: Manifest;
  readonly manifestBytes: Buffer;
  readonly kept: readonly Kept[];
  readonly ingested: AllIngested;
  readonly previous: PreviousBuild | undefined;
  readonly words: readonly SpilledWords[];
}

/** The sidecar of a build. Words are merged while the cache is flushed to disk. Ends with `finish` or `abandon`. */
export class SidecarOfBuild {
  readonly #stop = new Stop();
  /** The draft, or the reason why there is none. */
  readonly #draft: Promise<SidecarDraft | string>;

  constructor(
    readonly output: OutputPlace,
    readonly made: MadeCache,
  ) {
    const failed = made.words.find(spilled => spilled.failure !== undefined)?.failure;
    this.#draft = failed === undefined ? tried(() => this.#begin()) : Promise.resolve(failed);
  }

  #begin(): Promise<SidecarDraft> {
    return draftSidecar(join(this.output.work, 'sidecar'), this.made, runsOf(this.made), new Pace(this.#stop));
  }

  /** Publishes the sidecar beside the swapped-in cache; gives the reason when that failed. Never leaves one that does not match. */
  async finish(): Promise<string | undefined> {
    const { output } = this;
    const draft = await this.#draft;
    const failure = typeof draft === 'string' ? draft : await tried(() => this.#publish(draft));
    if (failure !== undefined) removeSidecar(output.sidecar);
    return failure;
  }

  async #publish(draft: SidecarDraft): Promise<undefined> {
    const { output, made } = this;
    await publishSidecar(output.sidecar, draft, { ...made, directory: output.place }, sourcesOf(made));
  }

  /** Drops the sidecar because the build failed. */
  async abandon(): Promise<void> {
    this.#stop.stop(new UnusableIndex('the build failed'));
    const draft = await this.#draft;
    if (typeof draft !== 'string') draft.file.close();
  }
}

function sourcesOf({ kept, ingested }: MadeCache): SourceRecords {
  const signatures = Signatures.of(kept.length);
  for (const [position, { at }] of kept.entries()) signatures.copy(position, ingested.signatures, at);
  return { paths: kept.map(({ file }) => file.relative), signatures };
}

/** Deletes the sidecar of a cache; gives the reason when that failed. */
export function removeSidecar(sidecar: string): string | undefined {
  try {
    rmSync(sidecar, { force: true });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** The result of work on a sidecar, or the reason why it failed: a cache works without a sidecar. */
async function tried<Result>(work: () => Promise<Result>): Promise<Result | string> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string' && !(error instanceof UnusableIndex)) throw error;
    return code ?? message;
  }
}

/** The words of the sources that were read, and of the previous build those of the sources that were not. */
function runsOf({ kept, ingested, previous, words }: MadeCache): readonly Mapped[] {
  const positions = new Int32Array(ingested.versions.length).fill(-1);
  for (const [position, { at }] of kept.entries()) positions[at] = position;
  const runs: Mapped[] = words.flatMap(({ files }) => files).map(file => ({ source: runInFile(file), positions }));
  if (previous === undefined) return runs;
  const taken = new Int32Array(previous.documents.length).fill(-1);
  for (const { at, file } of kept)
    if (ingested.isUnread(at)) taken[previous.positionOf(file.relative)!] = positions[at]!;
  return [...runs, { source: previous.reusable.words, positions: taken }];
}
