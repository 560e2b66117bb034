import type { Conflict } from './lease.js';
import type { Claim } from './request.js';

/** Until when, by `performance.now()`, to try; and who is told of the conflict meanwhile. */
export interface OuterWait {
  readonly until: number;
  readonly signal: AbortSignal | undefined;
  readonly whenBlocked: (conflict: Conflict) => void;
}

/** Keys held beyond this process; `release` never fails. */
export interface OuterHold {
  readonly held: true;
  release(): Promise<void>;
}

/** Locks that exclude other processes too: those of a machine, or of a store. */
export interface OuterLocks<Hold extends OuterHold = OuterHold> {
  /** Takes all keys or none. Rejects with the signal's reason, or when the locks cannot be used; nothing is held then. */
  take(claim: Claim, wait: OuterWait): Promise<Hold | Conflict>;
}
