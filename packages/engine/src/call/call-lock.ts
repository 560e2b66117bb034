import type { Lease } from '../locks/index.js';
import type { HeldLock } from './tool.js';

/** The lease of a call, given back when the call ends unless its tool has kept it. */
export class CallLock implements HeldLock {
  readonly #lease: Lease;
  #kept = false;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  get waitedMs(): number {
    return this.#lease.waitedMs;
  }

  keep(): void {
    this.#kept = true;
  }

  release(): Promise<void> {
    return this.#lease.release();
  }

  /** Gives the lease back, unless the tool keeps it. */
  async end(): Promise<void> {
    if (!this.#kept) await this.#lease.release();
  }
}
