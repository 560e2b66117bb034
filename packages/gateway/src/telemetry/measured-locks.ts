import type { Locks } from '@concord/engine';

/** Locks, and how many of them are held and waited for at the moment. */
export interface MeasuredLocks {
  readonly locks: Locks;
  readonly held: () => number;
  readonly waiting: () => number;
}

export function measuredLocks(inner: Locks): MeasuredLocks {
  let held = 0;
  let waiting = 0;
  return {
    held: () => held,
    waiting: () => waiting,
    locks: {
      async acquire(request, wait) {
        waiting++;
        const lease = await inner.acquire(request, wait).finally(() => waiting--);
        if (!lease.held) return lease;
        held++;
        let isHeld = true;
        return {
          held: true,
          waitedMs: lease.waitedMs,
          async release() {
            if (isHeld) held--;
            isHeld = false;
            await lease.release();
          },
        };
      },
    },
  };
}
