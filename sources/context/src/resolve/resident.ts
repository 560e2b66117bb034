import { join } from 'node:path';
import type { StopSignal } from '@concord/engine';
import { Contained } from '../cache/cache-files.js';
import { openCacheAt } from '../cache/open-cache.js';
import { type Signature, sameOrMissing, signatureAt } from '../cache/signature.js';
import { onSteadyCache } from '../cache/steady.js';
import { SharedWork } from '../event-loop/shared-work.js';
import { bytesOf } from '../index/document-index.js';
import { unlessDoubtful } from '../index/unusable-index.js';
import { answerFromIndex } from '../select/answer-from-index.js';
import { type Question, scan } from '../select/scan.js';
import type { Selection } from '../select/selection.js';
import { Freshness } from './freshness.js';
import { type Loaded, loadCache, type SidecarUse } from './load-cache.js';

/** How caches are kept loaded. */
export interface ResidentOptions extends SidecarUse {
  /** All indexes together stay below this; those that were not used for longest leave first. */
  readonly maxIndexBytes: number;
}

/** About what an entry of a manifest takes in memory. */
const ENTRY_BYTES = 320;

interface Resident {
  readonly cache: Loaded['cache'];
  readonly freshness: Freshness;
  readonly bytes: number;
  /** What the directory of the documents looked like before they were last looked at. */
  documents: Signature | undefined;
}

/** Keeps caches loaded between calls. Each answer is, byte for byte, that of a scan at that moment. */
export class ResidentCaches {
  /** By real directory; the one that was used last stands last. */
  readonly #held = new Map<string, Resident>();
  readonly #loads = new SharedWork<Resident | undefined>();
  readonly #sidecars = new Set<Promise<void>>();
  /** Manifests whose sidecar told something wrong. */
  readonly #distrusted = new Set<string>();

  constructor(readonly options: ResidentOptions) {}

  resolve(path: string, question: Question, signal: StopSignal): Promise<Selection> {
    return onSteadyCache(path, async directory => {
      const resident = await this.#current(directory, signal);
      const answer = resident && (await unlessDoubtful(() => this.#answer(resident, question, signal)));
      if (answer !== undefined) return answer;
      if (resident) this.#drop(directory, resident);
      signal.throwIfAborted();
      const selection = await scan(openCacheAt(directory), question, signal);
      // The cache is sound, so it was the index that was not.
      if (resident) this.#distrust(directory, resident.cache.signature);
      return selection;
    });
  }

  /** Lets go of everything, when the last sidecar is written. */
  async close(): Promise<void> {
    for (const [directory, resident] of this.#held) this.#drop(directory, resident);
    this.#loads.stop();
    await Promise.all(this.#sidecars);
  }

  async #answer({ cache, freshness }: Resident, question: Question, signal: StopSignal): Promise<Selection> {
    await freshness.confirm();
    signal.throwIfAborted();
    // What leads where is looked at anew in each call.
    return answerFromIndex({ ...cache, files: new Contained(cache.files.root) }, question, signal);
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
      await unlessDoubtful(() => held.freshness.lookedAtSince(performance.now()));
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
    const { cache, leaveSidecar } = loaded;
    const bytes = bytesOf(cache.index) + cache.manifest.documents.length * ENTRY_BYTES;
    const freshness = new Freshness(cache, began, () => this.#drop(directory, resident));
    const resident: Resident = { cache, bytes, documents, freshness };
    if (leaveSidecar) this.#keep(leaveSidecar());
    this.#hold(directory, resident);
    return resident;
  }

  /** A sidecar is written while calls go on; the end waits for it. */
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
