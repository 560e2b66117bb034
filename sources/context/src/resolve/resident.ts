import { join } from 'node:path';
import type { StopSignal } from '@concord/engine';
import { CacheFiles } from '../cache/cache-files.js';
import { openCacheAt } from '../cache/open-cache.js';
import { type Signature, sameOrMissing, signatureAt } from '../cache/signature.js';
import { onSteadyCache } from '../cache/steady.js';
import { SharedWork } from '../event-loop/shared-work.js';
import { bytesOf } from '../index/document-index.js';
import { unlessUnusable } from '../index/unusable-index.js';
import { answerFromIndex } from '../select/answer-from-index.js';
import { type Question, scan } from '../select/scan.js';
import type { Selection } from '../select/selection.js';
import { Freshness } from './freshness.js';
import { type Loaded, loadCache, type SidecarUse } from './load-cache.js';

/** The settings of loaded caches. */
export interface ResidentOptions extends SidecarUse {
  /** The most memory of all indexes together; the least recently used are dropped first. */
  readonly maxIndexBytes: number;
}

/** The approximate memory of a manifest entry. */
const ENTRY_BYTES = 320;

interface Resident {
  readonly cache: Loaded['cache'];
  readonly freshness: Freshness;
  readonly bytes: number;
  /** The signature of the documents' directory before the last check. */
  documents: Signature | undefined;
}

/** Keeps caches loaded between calls. Each answer is byte for byte that of a scan at that moment. */
export class ResidentCaches {
  /** By real directory, the least recently used first. */
  readonly #held = new Map<string, Resident>();
  readonly #loads = new SharedWork<Resident | undefined>();
  readonly #sidecars = new Set<Promise<void>>();
  /** Keys of manifests whose sidecar has given a wrong answer. */
  readonly #distrusted = new Set<string>();

  constructor(readonly options: ResidentOptions) {}

  resolve(path: string, question: Question, signal: StopSignal): Promise<Selection> {
    return onSteadyCache(path, async directory => {
      const resident = await this.#current(directory, signal);
      const answer = resident && (await unlessUnusable(() => this.#answer(resident, question, signal)));
      if (answer !== undefined) return answer;
      if (resident) this.#drop(directory, resident);
      signal.throwIfAborted();
      const selection = await scan(openCacheAt(directory), question, signal);
      // The scan found the cache valid, so the index was wrong.
      if (resident) this.#distrust(directory, resident.cache.signature);
      return selection;
    });
  }

  /** Drops all caches. Resolves when the last sidecar is written. */
  async close(): Promise<void> {
    for (const [directory, resident] of this.#held) this.#drop(directory, resident);
    this.#loads.stop();
    await Promise.all(this.#sidecars);
  }

  async #answer({ cache, freshness }: Resident, question: Question, signal: StopSignal): Promise<Selection> {
    await freshness.confirm();
    signal.throwIfAborted();
    // Links are resolved again in each call.
    return answerFromIndex({ ...cache, files: new CacheFiles(cache.files.root) }, question, signal);
  }

  /** The cache that is in a directory now; undefined when it cannot have an index. */
  async #current(directory: string, signal: StopSignal): Promise<Resident | undefined> {
    const manifest = signatureAt(join(directory, 'manifest.json'));
    const documents = signatureAt(join(directory, 'documents'));
    const held = this.#held.get(directory);
    const isHeld = held && sameOrMissing(manifest, held.cache.signature) && documents?.ino === held.documents?.ino;
    if (!isHeld) {
      if (held) this.#drop(directory, held);
      return this.#loads.join(keyOf(directory, manifest), stop => this.#load(directory, stop), signal);
    }
    this.#held.delete(directory);
    this.#held.set(directory, held);
    if (!sameOrMissing(documents, held.documents)) {
      await unlessUnusable(() => held.freshness.checkedSince(performance.now()));
      held.documents = documents;
    }
    return held;
  }

  async #load(directory: string, signal: StopSignal): Promise<Resident | undefined> {
    const began = performance.now();
    const documents = signatureAt(join(directory, 'documents'));
    const isDistrusted = this.#distrusted.has(keyOf(directory, signatureAt(join(directory, 'manifest.json'))));
    const loaded = await loadCache(directory, { ...this.options, isDistrusted }, signal);
    if (loaded === undefined) return undefined;
    const { cache, writeSidecar } = loaded;
    const bytes = bytesOf(cache.index) + cache.manifest.documents.length * ENTRY_BYTES;
    const freshness = new Freshness(cache, began, () => this.#drop(directory, resident));
    const resident: Resident = { cache, bytes, documents, freshness };
    if (writeSidecar) this.#keep(writeSidecar());
    this.#hold(directory, resident);
    return resident;
  }

  /** Lets a sidecar be written while calls go on; `close` waits for it. */
  #keep(writing: Promise<void>): void {
    this.#sidecars.add(writing);
    void writing.finally(() => this.#sidecars.delete(writing));
  }

  #hold(directory: string, resident: Resident): void {
    const before = this.#held.get(directory);
    if (before) this.#drop(directory, before);
    this.#held.set(directory, resident);
    let bytes = 0;
    for (const each of this.#held.values()) bytes += each.bytes;
    for (const [oldest, each] of this.#held) {
      if (bytes <= this.options.maxIndexBytes) break;
      this.#drop(oldest, each);
      bytes -= each.bytes;
    }
  }

  #drop(directory: string, resident: Resident): void {
    resident.freshness.close();
    if (this.#held.get(directory) === resident) this.#held.delete(directory);
  }

  #distrust(directory: string, signature: Signature): void {
    if (this.#distrusted.size >= MOST_DISTRUSTED) this.#distrusted.clear();
    this.#distrusted.add(keyOf(directory, signature));
  }
}

const MOST_DISTRUSTED = 1_000;

function keyOf(directory: string, signature: Signature | undefined): string {
  const { ino, size, mtimeNs, ctimeNs } = signature ?? {};
  return `${directory}\0${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
