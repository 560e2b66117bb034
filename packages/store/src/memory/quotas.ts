import type { QuotaPart } from '../parts/quotas.js';
import { type Bucket, leaseFrom, type TokensOut } from '../quotas/bucket.js';
import type { MemoryState } from './state.js';

/** Tokens a replica has, and until when. */
interface TokenLease {
  readonly leftOver: number;
  readonly until: number;
}

interface SharedBucket {
  readonly bucket?: Bucket;
  readonly leases: Map<string, TokenLease>;
}

export function memoryQuotas(state: MemoryState): QuotaPart {
  const buckets = new Map<string, SharedBucket>();
  const pools = new Map<string, Map<string, number>>();
  const accounts = new Map<string, { readonly window: number; readonly spent: number }>();
  state.onBurial.push(replica => {
    for (const pool of pools.values()) pool.delete(replica);
  });

  return {
    async leaseTokens(request) {
      const { bucket: name, replica, leaseMs } = request;
      const now = state.clock();
      const { bucket, leases } = buckets.get(name) ?? { leases: new Map<string, TokenLease>() };
      const leased = leaseFrom(bucket, takeBack(leases, replica, now), request, now);
      const leftOver = leased.answer.granted - (request.atOnce ?? 0);
      if (leftOver > 0) leases.set(replica, { leftOver, until: now + leaseMs });
      buckets.set(name, { bucket: leased.bucket, leases });
      return leased.answer;
    },
    async holdSlots({ pool: name, limit, replica, want }) {
      state.checkLives(replica);
      const pool = pools.get(name) ?? new Map<string, number>();
      pools.set(name, pool);
      const before = pool.get(replica) ?? 0;
      const others = () => [...pool].reduce((sum, [id, count]) => (id === replica ? sum : sum + count), 0);
      if (want > before && others() + want > limit) state.buryExpired(pool.keys());
      const heldByOthers = others();
      const held = want <= before ? want : Math.max(before, Math.min(want, limit - heldByOthers));
      if (held > 0) pool.set(replica, held);
      else pool.delete(replica);
      return { held, heldByOthers };
    },
    async spend({ account, windowMs, amount }) {
      const now = state.clock();
      const window = Math.floor(now / windowMs) * windowMs;
      const before = accounts.get(account);
      const spent = (before?.window === window ? before.spent : 0) + amount;
      accounts.set(account, { window, spent });
      return { spent, resetsInMs: window + windowMs - now };
    },
  };
}

/** Ends the lease of the one who asks and those whose time is over. */
function takeBack(leases: Map<string, TokenLease>, replica: string, now: number): TokensOut {
  let [onLease, leftOver] = [0, 0];
  let firstEnd: number | undefined;
  const own = leases.get(replica)?.leftOver ?? 0;
  leases.delete(replica);
  for (const [id, lease] of leases) {
    if (lease.until <= now) {
      leftOver += lease.leftOver;
      leases.delete(id);
    } else {
      onLease += lease.leftOver;
      firstEnd = Math.min(firstEnd ?? Infinity, lease.until);
    }
  }
  return { onLease, firstEnd, leftOver, own };
}
