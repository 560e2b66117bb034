import { growingDelays, pause } from '../concurrency/pause.js';
import { lives } from '../process/facts/process-facts.js';
import { underGuard } from './guard.js';
import { type HolderEntry, obstacleFor, readHolders, writeHolders } from './holders.js';
import type { LockHolder, LockMode } from './lease.js';
import type { LockFiles } from './lock-files.js';
import { describe } from './owner-record.js';

/** How long to wait for the guard of a living process; only a stopped process holds one for so long. */
export const guardWaitMs = 1_000;

/** A request for keys, and the keys in whose files it has, or may have, an entry. */
export interface Bidder {
  readonly nonce: string;
  readonly holder: LockHolder;
  readonly entered: Set<string>;
}

/** Not held: because of `holder`, or, when busy, because its files are being changed (by `holder`, if that is known). */
export type Attempt = { held: true } | { held: false; busy: boolean; holder: LockHolder | undefined };

/** The entries of this process in the holders files. */
export class KeyEntries {
  readonly #files: LockFiles;
  /** Dropped entries that could not be removed from their files yet; they are ignored. */
  readonly #abandoned = new Set<string>();

  constructor(files: LockFiles) {
    this.#files = files;
  }

  /** Tries to take one key without waiting. With `standInLine`, a try that fails leaves an entry as a waiting writer. */
  tryToHold(key: string, mode: LockMode, bidder: Bidder, standInLine: boolean): Attempt {
    // Reads without the guard first: the list is replaced as a whole, so it is never half written.
    const seen = obstacleFor(mode, this.#others(key, bidder));
    if (seen !== undefined && (!standInLine || bidder.entered.has(key))) {
      return { held: false, busy: false, holder: describe(seen) };
    }
    const result = underGuard(this.#files, key, bidder.holder, (): Attempt => {
      const others = this.#others(key, bidder).filter(lives);
      this.#files.atStep('holders-read');
      const obstacle = obstacleFor(mode, others);
      if (obstacle === undefined || standInLine) {
        bidder.entered.add(key);
        const mine = this.#entryOf(bidder, mode);
        this.#write(key, [...others, obstacle === undefined ? mine : { ...mine, waiting: true }]);
      }
      return obstacle === undefined ? { held: true } : { held: false, busy: false, holder: describe(obstacle) };
    });
    return result.entered ? result.value : { held: false, busy: true, holder: result.by };
  }

  /** Removes an entry. Never fails: what cannot be removed now is removed later, and ignored meanwhile. */
  async drop(key: string, bidder: Bidder): Promise<void> {
    bidder.entered.delete(key);
    const giveUpAt = performance.now() + guardWaitMs;
    for (const delay of growingDelays(1, 20)) {
      const dropped = this.#tryToDrop(key, bidder);
      if (dropped === true) return;
      if (dropped === 'failed' || performance.now() > giveUpAt) break;
      await pause(delay);
    }
    this.#abandoned.add(`${bidder.nonce} ${key}`);
    this.#dropLater(key, bidder, 1_000);
  }

  #dropLater(key: string, bidder: Bidder, delay: number): void {
    const again = (): void => {
      if (this.#tryToDrop(key, bidder) === true) this.#abandoned.delete(`${bidder.nonce} ${key}`);
      else this.#dropLater(key, bidder, Math.min(delay * 2, 30_000));
    };
    setTimeout(again, delay).unref();
  }

  #tryToDrop(key: string, bidder: Bidder): boolean | 'failed' {
    try {
      const section = (): void => this.#write(key, this.#others(key, bidder).filter(lives));
      return underGuard(this.#files, key, bidder.holder, section).entered;
    } catch {
      return 'failed';
    }
  }

  #others(key: string, { nonce }: Bidder): HolderEntry[] {
    const counts = (entry: HolderEntry): boolean => !this.#abandoned.has(`${entry.nonce} ${key}`);
    return readHolders(this.#files, key).filter(entry => entry.nonce !== nonce && counts(entry));
  }

  #entryOf({ nonce, holder }: Bidder, mode: LockMode): HolderEntry {
    return { nonce, mode, ...holder, ...this.#files.identity, since: new Date().toISOString() };
  }

  #write(key: string, entries: readonly HolderEntry[]): void {
    writeHolders(this.#files, key, entries);
    this.#files.atStep('holders-changed');
  }
}
