import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Stop, type StopSignal } from '@concord/engine';
import { Contained } from '../cache/cache-files.js';
import { Pace } from '../event-loop/pace.js';
import { IndexDoubt, unlessDoubtful } from '../index/unusable-index.js';
import type { IndexedCache } from '../select/answer-from-index.js';
import { checkDocument, checkDocuments } from './check-documents.js';

/** Damage to a document that is not returned is told at the latest after this time. */
const TOLD_WITHIN_MS = 4_500;
/** A cache that nobody has asked for so long is left alone, and looked at again when somebody asks. */
const IDLE_MS = 30_000;
const LEAST_PAUSE_MS = 250;
/** A slice of a sweep, short enough for calls in between not to notice. */
const SLICE_MS = 2;
/** When nobody had a turn for so long, the whole process stood still: no call was kept waiting for a sweep. */
const STANDSTILL_MS = 500;
/** With more files than this changed, looking at all of them is quicker. */
const MOST_NAMES = 1_000;

/** Knows whether the documents of a loaded cache are still those that were checked: it listens for changes, and looks at all files again and again. */
export class Freshness {
  readonly #stop = new Stop();
  readonly #changed = new Set<string>();
  readonly #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer should have fired. */
  #due = 0;
  /** By how much the sweep that goes on began too late, and how long it was kept from going on. */
  #late = 0;
  #sweep: Promise<void> | undefined;
  #usedAt = performance.now();
  #isDoubtful = false;

  /** `sweptFrom`: since when all documents have been looked at. `onDoubt` is called when one is found that is not what it was. */
  constructor(
    readonly cache: IndexedCache,
    private sweptFrom: number,
    private readonly onDoubt: () => void,
  ) {
    this.#watcher = this.#watch();
    this.#schedule(TOLD_WITHIN_MS / 2);
  }

  /** Returns when all documents are known to have been sound a moment ago; throws when one is not. */
  async confirm(): Promise<void> {
    this.#usedAt = performance.now();
    // What the system has to say of changes is heard in this turn.
    await turn();
    this.#checkChanged();
    await this.lookedAtSince(performance.now() - TOLD_WITHIN_MS - this.#heldUp());
    if (this.#timer === undefined && this.#sweep === undefined) this.#schedule(LEAST_PAUSE_MS);
  }

  /** Returns when every document has been looked at since a moment; throws when one is not what it was. */
  async lookedAtSince(moment: number): Promise<void> {
    while (this.sweptFrom < moment && !this.#isDoubtful) await this.#sweepOnce();
    if (this.#isDoubtful) throw new IndexDoubt('a document has changed');
  }

  /** How long a sweep has been waiting for its turn because something else in this process let nobody have one. */
  #heldUp(): number {
    return this.#timer === undefined ? this.#late : Math.max(0, performance.now() - this.#due);
  }

  close(): void {
    this.#isDoubtful = true;
    this.#stop.stop(new IndexDoubt('the index was let go'));
    this.#watcher?.close();
    clearTimeout(this.#timer);
  }

  /** Looks at every document file; one sweep at a time. */
  #sweepOnce(): Promise<void> {
    this.#sweep ??= this.#look().finally(() => {
      this.#sweep = undefined;
    });
    return this.#sweep;
  }

  async #look(): Promise<void> {
    this.#late = this.#heldUp();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const began = performance.now();
    const isSound = await unlessDoubtful(async () => {
      const { manifest, index, files } = this.cache;
      const pace = new SweepPace(this.#stop, SLICE_MS, pausedMs => {
        if (pausedMs > STANDSTILL_MS) this.#late += pausedMs;
      });
      await checkDocuments({ manifest, files: new Contained(files.root) }, index.documents, pace);
      return true;
    });
    if (!isSound) {
      this.#isDoubtful = true;
      this.onDoubt();
      return;
    }
    this.sweptFrom = began;
    this.#late = 0;
    const took = performance.now() - began;
    if (performance.now() - this.#usedAt < IDLE_MS)
      this.#schedule(Math.max(LEAST_PAUSE_MS, TOLD_WITHIN_MS - LEAST_PAUSE_MS - 2 * took));
  }

  #schedule(pauseMs: number): void {
    if (this.#stop.aborted) return;
    this.#due = performance.now() + pauseMs;
    this.#timer = setTimeout(() => void this.#sweepOnce(), pauseMs);
    this.#timer.unref();
  }

  #watch(): FSWatcher | undefined {
    try {
      const documents = join(this.cache.files.root, 'documents');
      const watcher = watch(documents, { persistent: false }, (_event, name) => {
        if (this.#changed.size <= MOST_NAMES) this.#changed.add(name ?? '');
      });
      // Where nothing can be listened to, the sweeps are enough.
      return watcher.on('error', () => watcher.close());
    } catch {
      return undefined;
    }
  }

  /** Checks the files that were heard of. */
  #checkChanged(): void {
    if (this.#changed.size === 0) return;
    const names = new Set(this.#changed);
    this.#changed.clear();
    const { manifest, index, files } = this.cache;
    const cache = { manifest, files: new Contained(files.root) };
    const isAny = names.size > MOST_NAMES || names.has('');
    for (const [position, { file }] of manifest.documents.entries())
      if (isAny || names.has(file.slice(file.lastIndexOf('/') + 1))) checkDocument(cache, index.documents, position);
  }
}

/** A pace that reports how long it was suspended at each turn. */
class SweepPace extends Pace {
  constructor(
    signal: StopSignal,
    turnMs: number,
    readonly onResumed: (pausedMs: number) => void,
  ) {
    super(signal, turnMs);
  }

  override async turn(): Promise<void> {
    const left = performance.now();
    await super.turn();
    this.onResumed(performance.now() - left);
  }
}
