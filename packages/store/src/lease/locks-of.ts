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

/** The waits between two attempts: a notice ends them early. */
const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 1_000;

/** A place in line outlives so many missed attempts. */
const PLACE_MS = 5 * LONGEST_WAIT_MS;

/** The engine's locks, kept in a store: they exclude all replicas. `acquire` rejects with a `StoreFailure` when the store is away. */
export function locksOf(store: Store, membership: Membership): Locks {
  return new LayeredLocks<StoreHold>(process.pid, storeLocks(store, membership));
}

function storeLocks(store: Store, membership: Membership): OuterLocks<StoreHold> {
  const hold = (lock: string, fence: number): StoreHold => ({
    held: true,
    lock,
    fence,
    // What cannot be given back now is given back with the lease of this process.
    release: () => store.locks.release(lock).catch(() => {}),
  });

  return {
    async take(claim, { until, signal, whenBlocked }) {
      let place: string | undefined;
      try {
        for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
          const left = until - performance.now();
          const answer = await store.locks.acquire(claimFor(claim, membership.replica, left > 0, place));
          if (answer.held) {
            place = undefined;
            return hold(answer.lock, answer.fence);
          }
          place = answer.place ?? place;
          const conflict = conflictOf(answer);
          if (left <= 0) return conflict;
          whenBlocked(conflict);
          await whenNoticed(store, { topic: 'locks', key: answer.key }, Math.min(wait, left), signal);
        }
      } finally {
        if (place !== undefined) await store.locks.leaveLine(place).catch(() => {});
      }
    },
  };
}

function claimFor(claim: Claim, replica: string, inLine: boolean, place: string | undefined): LockClaim {
  const { since: _, ...holder } = claim.holder;
  const keys = [...claim.keys].map(([key, mode]) => ({ key, mode }));
  return { keys, replica, holder, place, ...(inLine && { waitMs: PLACE_MS }) };
}

function conflictOf({ key, holder }: LockRefusal): Conflict {
  return { held: false, key, holder };
}
