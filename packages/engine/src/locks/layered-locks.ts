import type { AcquireRequest, AcquireWait, Conflict, Lease } from './lease.js';
import type { OuterHold, OuterLocks } from './outer-locks.js';
import { waitInLine } from './queue.js';
import { checkRequest, claimOf } from './request.js';
import { LockTable, type Ticket } from './table.js';

/** A lease, and what is held beyond this process for it; undefined where that is nothing. */
export interface LayeredLease<Hold extends OuterHold> extends Lease {
  readonly outer: Hold | undefined;
}

/** Locks within this process, and then those beyond it: of all who wait in this process, one at a time asks the outer ones for a key. */
export class LayeredLocks<Hold extends OuterHold> {
  readonly #pid: number;
  readonly #outer: OuterLocks<Hold> | undefined;
  readonly #table = new LockTable();

  /** `pid` is whom others are told of as the holder. */
  constructor(pid: number, outer: OuterLocks<Hold> | undefined) {
    this.#pid = pid;
    this.#outer = outer;
  }

  /** As `Locks.acquire`; rejects with what the outer locks reject with. */
  async acquire(request: AcquireRequest, wait: AcquireWait = {}): Promise<LayeredLease<Hold> | Conflict> {
    checkRequest(request, wait);
    const { waitMs = 0, signal } = wait;
    signal?.throwIfAborted();
    const started = performance.now();
    const claim = claimOf(request, this.#pid);
    const ticket = waitMs === 0 ? this.#table.take(claim) : await waitInLine(this.#table, claim, waitMs, signal);
    if ('held' in ticket) return ticket;
    const outer = await this.#takeOuter(ticket, started + waitMs, signal);
    if (outer?.held === false) return outer;
    let released: Promise<void> | undefined;
    return {
      held: true,
      outer,
      waitedMs: performance.now() - started,
      release: () => {
        released ??= this.#release(ticket, outer);
        return released;
      },
    };
  }

  async #takeOuter(ticket: Ticket, until: number, signal: AbortSignal | undefined) {
    const whenBlocked = (conflict: Conflict): void => {
      ticket.blockedBy = conflict;
    };
    try {
      const hold = await this.#outer?.take(ticket.claim, { until, signal, whenBlocked });
      if (hold?.held === false) this.#table.leave(ticket);
      return hold;
    } catch (error) {
      this.#table.leave(ticket);
      throw error;
    } finally {
      ticket.blockedBy = undefined;
    }
  }

  async #release(ticket: Ticket, outer: Hold | undefined): Promise<void> {
    await outer?.release();
    this.#table.leave(ticket);
  }
}
