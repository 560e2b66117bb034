import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Stop, type StopSignal } from '@concord/engine';
import { CacheFiles } from '../cache/cache-files.js';
import { Pace } from '../event-loop/pace.js';
import { UnusableIndex, unlessUnusable } from '../index/unusable-index.js';
import type { IndexedCache } from '../select/answer-from-index.js';
import { checkDocument, checkDocuments } from './check-documents.js';

/** Damage to a document is reported at the latest after this time. */
const REPORTED_WITHIN_MS = 4_500;
/** A cache without a query for so long is not checked again before the next query. */
const IDLE_MS = 30_000;
const LEAST_PAUSE_MS = 250;
/** How long a sweep blocks the event loop at a time. */
const SLICE_MS = 2;
/** When a turn took longer than this, the whole process was blocked, and the sweep could not go on. */
const BLOCKED_MS = 500;
/** With more changed files than this, checking all of them is quicker. */
const MOST_NAMES = 1_000;

/** Keeps track of whether the documents of a loaded cache are unchanged: watches their folder, and checks all files at intervals. */
export class Freshness {
  readonly #stop = new Stop();
  readonly #changed = new Set<string>();
  readonly #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer should have fired. */
  #due = 0;
  /** By how much the running sweep began too late, and how long it was blocked. */
  #delay = 0;
  #sweep: Promise<void> | undefined;
  #usedAt = performance.now();
  #isUnusable = false;

  /** `sweptFrom`: when the last complete check began. `onUnusable` is called when a document has changed. */
  constructor(
    readonly cache: IndexedCache,
    private sweptFrom: number,
    private readonly onUnusable: () => void,
  ) {
    this.#watcher = this.#watch();
    this.#schedule(REPORTED_WITHIN_MS / 2);
  }

  /** Resolves when all documents were checked recently enough. Throws when one has changed. */
  async confirm(): Promise<void> {
    this.#usedAt = performance.now();
    // Pending events of the watch are delivered in this turn.
    await turn();
    this.#checkChanged();
    await this.checkedSince(performance.now() - REPORTED_WITHIN_MS - this.#delayed());
    if (this.#timer === undefined && this.#sweep === undefined) this.#schedule(LEAST_PAUSE_MS);
  }

  /** Resolves when every document was checked since a moment. Throws when one has changed. */
  async checkedSince(moment: number): Promise<void> {
    while (this.sweptFrom < moment && !this.#isUnusable) await this.#sweepOnce();
    if (this.#isUnusable) throw new UnusableIndex('a document has changed');
  }

  /** How long a sweep has been delayed because something else blocked the event loop. */
  #delayed(): number {
    return this.#timer === undefined ? this.#delay : Math.max(0, performance.now() - this.#due);
  }

  close(): void {
    this.#isUnusable = true;
    this.#stop.stop(new UnusableIndex('the index was let go'));
    this.#watcher?.close();
    clearTimeout(this.#timer);
  }

  /** Checks every document file; one sweep at a time. */
  #sweepOnce(): Promise<void> {
    this.#sweep ??= this.#checkAll().finally(() => {
      this.#sweep = undefined;
    });
    return this.#sweep;
  }

  async #checkAll(): Promise<void> {
    this.#delay = this.#delayed();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const began = performance.now();
    const isUsable = await unlessUnusable(async () => {
      const { manifest, index, files } = this.cache;
      const pace = new SweepPace(this.#stop, SLICE_MS, pausedMs => {
        if (pausedMs > BLOCKED_MS) this.#delay += pausedMs;
      });
      await checkDocuments({ manifest, files: new CacheFiles(files.root) }, index.documents, pace);
      return true;
    });
    if (!isUsable) {
      this.#isUnusable = true;
      this.onUnusable();
      return;
    }
    this.sweptFrom = began;
    this.#delay = 0;
    const took = performance.now() - began;
    if (performance.now() - this.#usedAt < IDLE_MS)
      this.#schedule(Math.max(LEAST_PAUSE_MS, REPORTED_WITHIN_MS - LEAST_PAUSE_MS - 2 * took));
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
      // Without a watch the sweeps are enough.
      return watcher.on('error', () => watcher.close());
    } catch {
      return undefined;
    }
  }

  /** Checks the files that the watch has reported. */
  #checkChanged(): void {
    if (this.#changed.size === 0) return;
    const names = new Set(this.#changed);
    this.#changed.clear();
    const { manifest, index, files } = this.cache;
    const cache = { manifest, files: new CacheFiles(files.root) };
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
