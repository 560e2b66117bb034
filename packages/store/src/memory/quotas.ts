import type { QuotaPart } from '../parts/quotas.js';
import { type Bucket, fullBucket, leaseFrom } from '../quotas/bucket.js';
import type { MemoryState } from './state.js';

export function memoryQuotas(state: MemoryState): QuotaPart {
  const buckets = new Map<string, Bucket>();
  const pools = new Map<string, Map<string, number>>();
  const accounts = new Map<string, { readonly window: number; readonly spent: number }>();
  state.onBurial.push(replica => {
    for (const pool of pools.values()) pool.delete(replica);
  });

  return {
    async leaseTokens(request) {
      const now = state.clock();
      const bucket = buckets.get(request.bucket) ?? fullBucket(request.rate, now);
      const leased = leaseFrom(bucket, request, now);
      buckets.set(request.bucket, leased.bucket);
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
