import { randomUUID } from 'node:crypto';
import {
  type Claim,
  type Conflict,
  type LayeredLease,
  LayeredLocks,
  type Locks,
  type OuterHold,
  type OuterLocks,
} from '@concord/engine';
import type { LockClaim, LockRefusal } from '../parts/locks.js';
import type { Store } from '../store.js';
import type { Membership } from './membership.js';
import { whenNoticed } from './when-noticed.js';

/** Keys held in a store. `lock` and `fence` prove it, to `Store.conclude` and to whom the fence is shown. */
export interface StoreHold extends OuterHold {
  readonly lock: string;
  readonly fence: number;
}

/** Who has the hold of a lease in `outer`. */
export type StoreLease = LayeredLease<StoreHold>;

/** The first wait between two attempts, and the longest: a notice ends them early, which SQLite has within a process alone. */
const firstWaitMs = 25;
const lastWaitMs: Readonly<Record<Store['kind'], number>> = { memory: 500, sqlite: 100, postgres: 500 };

/** How long one who died in line keeps the others waiting: three missed attempts. */
const placeMs = 1_500;

/** The engine's locks, kept in a store: they exclude all replicas. `acquire` rejects with a `StoreFailure` when the store is away. */
export function locksOf(store: Store, membership: Membership): Locks {
  return new LayeredLocks<StoreHold>(process.pid, storeLocks(store, membership));
}

function storeLocks(store: Store, membership: Membership): OuterLocks<StoreHold> {
  const giveBack = (lock: string) => membership.owe(() => store.locks.release(lock));

  return {
    async take(claim, { until, signal, whenBlocked }) {
      const lock = randomUUID();
      // A place in line, or a lock whose grant was not heard of.
      let owes = true;
      let inLine = false;
      try {
        for (let wait = firstWaitMs; ; wait = Math.min(lastWaitMs[store.kind], wait * 2)) {
          const left = until - performance.now();
          inLine ||= left > 0;
          const answer = await store.locks.acquire(claimFor(claim, lock, membership.replica, left > 0));
          owes = inLine && !answer.held;
          if (answer.held) return { held: true, lock, fence: answer.fence, release: () => giveBack(lock) };
          const conflict = conflictOf(answer);
          if (left <= 0) return conflict;
          whenBlocked(conflict);
          await whenNoticed(store, { topic: 'locks', key: answer.key }, Math.min(wait, left), signal);
        }
      } finally {
        if (owes) await giveBack(lock);
      }
    },
  };
}

function claimFor(claim: Claim, lock: string, replica: string, inLine: boolean): LockClaim {
  const { since: _, ...holder } = claim.holder;
  const keys = [...claim.keys].map(([key, mode]) => ({ key, mode }));
  return { lock, keys, replica, holder, ...(inLine && { waitMs: placeMs }) };
}

function conflictOf({ key, holder }: LockRefusal): Conflict {
  return { held: false, key, holder };
}
