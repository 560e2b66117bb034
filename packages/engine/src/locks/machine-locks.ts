import { growingDelays, pause } from '../concurrency/pause.js';
import { type Bidder, guardWaitMs, KeyEntries } from './key-entries.js';
import type { Conflict } from './lease.js';
import { type LockFiles, newNonce, sweepTemporaries } from './lock-files.js';
import type { OuterHold, OuterLocks, OuterWait } from './outer-locks.js';
import type { Claim } from './request.js';

/** After so many keys the event loop gets a turn: taking hundreds would block it noticeably. */
const keysPerTurn = 32;

/** The locks between the processes of one machine, kept in the files of a directory. */
export class MachineLocks implements OuterLocks {
  readonly #files: LockFiles;
  readonly #entries: KeyEntries;
  #swept = false;
  #keysSinceTurn = 0;

  constructor(files: LockFiles) {
    this.#files = files;
    this.#entries = new KeyEntries(files);
  }

  /**
   * Takes all keys or none. Rejects with the signal's reason, or with the system's error when the directory cannot
   * be used; nothing is held then.
   */
  async take(claim: Claim, wait: OuterWait): Promise<OuterHold | Conflict> {
    this.#sweepOnce();
    const bidder: Bidder = { nonce: newNonce(), holder: claim.holder, entered: new Set() };
    try {
      const conflict = await this.#takeAll(claim, bidder, wait);
      if (conflict === undefined) return { held: true, release: () => this.#dropAll(bidder) };
      await this.#dropAll(bidder);
      return conflict;
    } catch (error) {
      await this.#dropAll(bidder);
      throw error;
    }
  }

  async #takeAll(claim: Claim, bidder: Bidder, wait: OuterWait): Promise<Conflict | undefined> {
    for (const delay of growingDelays(5, 50)) {
      const conflict = await this.#tryAll(claim, bidder, wait);
      const left = wait.until - performance.now();
      if (conflict === undefined || left <= 0) return conflict;
      wait.whenBlocked(conflict);
      // A request that waits holds nothing; it only keeps its entry as a waiting writer.
      await this.#dropAll(bidder, conflict.key);
      await pause(Math.min(delay, left), wait.signal);
    }
    return undefined;
  }

  async #tryAll(claim: Claim, bidder: Bidder, wait: OuterWait): Promise<Conflict | undefined> {
    const giveUpAt = Math.max(wait.until, performance.now() + guardWaitMs);
    for (const [key, mode] of claim.keys) {
      for (const delay of growingDelays(1, 20)) {
        const standInLine = mode === 'write' && wait.until > performance.now();
        const attempt = this.#entries.tryToHold(key, mode, bidder, standInLine);
        if (attempt.held) break;
        const { busy, holder } = attempt;
        if (holder !== undefined && (!busy || performance.now() > giveUpAt)) return { held: false, key, holder };
        await pause(delay, wait.signal);
      }
      await this.#letOthersRun();
    }
    return undefined;
  }

  async #dropAll(bidder: Bidder, except?: string): Promise<void> {
    for (const key of bidder.entered) {
      if (key === except) continue;
      await this.#entries.drop(key, bidder);
      await this.#letOthersRun();
    }
  }

  async #letOthersRun(): Promise<void> {
    this.#keysSinceTurn += 1;
    if (this.#keysSinceTurn < keysPerTurn) return;
    this.#keysSinceTurn = 0;
    await new Promise(resolve => setImmediate(resolve));
  }

  #sweepOnce(): void {
    if (this.#swept) return;
    this.#swept = true;
    try {
      sweepTemporaries(this.#files);
    } catch {
      // No directory yet, or one that cannot be listed: taking a key reports that.
    }
  }
}
