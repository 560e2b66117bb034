import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../memory/open-memory-store.js';
import { leaseFrom } from './bucket.js';

const none = { onLease: 0, firstEnd: undefined, leftOver: 0, own: 0 };

describe('a bucket', () => {
  it('is full when it is first used', () => {
    const { answer } = leaseFrom(undefined, none, { rate: { tokens: 5, perMs: 1_000 }, want: 9, used: 0 }, 0);
    expect(answer).toEqual({ granted: 5, left: 0, retryAfterMs: 0 });
  });

  it('says when it has one again', () => {
    const rate = { tokens: 5, perMs: 1_000 };
    const empty = { tokens: 0.5, at: 0 };
    const { answer } = leaseFrom(empty, none, { rate, want: 1, used: 0 }, 0);
    expect(answer.retryAfterMs).toBe(100);
    const later = leaseFrom(empty, none, { rate, want: 1, used: 0 }, 100);
    expect(later.answer.granted).toBe(1);
  });

  it('does not lose parts of a token to many small steps', () => {
    const rate = { tokens: 10, perMs: 1_000 };
    let bucket = { tokens: 0, at: 0 };
    let granted = 0;
    for (let now = 1; now <= 10_000; now += 1) {
      const step = leaseFrom(bucket, none, { rate, want: 1, used: 0 }, now);
      bucket = step.bucket;
      granted += step.answer.granted;
    }
    expect(granted).toBeGreaterThanOrEqual(99);
    expect(granted).toBeLessThanOrEqual(100);
  });

  it('ignores a clock that goes back', () => {
    const rate = { tokens: 10, perMs: 1_000 };
    const { bucket, answer } = leaseFrom({ tokens: 3, at: 500 }, none, { rate, want: 5, used: 0 }, 100);
    expect([bucket.at, answer.granted]).toEqual([500, 3]);
  });
});

it('whatever replicas ask, use and lose, no more tokens are used than the bucket held and refilled', async () => {
  const step = fc.record({
    replica: fc.integer({ min: 0, max: 3 }),
    want: fc.integer({ min: 0, max: 30 }),
    passes: fc.integer({ min: 0, max: 200 }),
    uses: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
      let now = 0;
      const store = openMemoryStore(() => now);
      const rate = { tokens: 40, perMs: 1_000 };
      const leaseMs = 300;
      const has = new Map<number, { left: number; used: number; until: number }>();
      let used = 0;
      for (const { replica, want, passes, uses } of steps) {
        now += passes;
        const before = has.get(replica) ?? { left: 0, used: 0, until: 0 };
        // It uses some of what it has while its lease holds, and says how many when it asks for more.
        const more = before.until > now ? Math.floor(before.left * uses) : 0;
        used += more;
        const { granted } = await store.quotas.leaseTokens({
          bucket: 'b',
          rate,
          replica: `${replica}`,
          want,
          used: more,
          leaseMs,
        });
        has.set(replica, { left: granted, used: 0, until: now + leaseMs });
      }
      expect(used).toBeLessThanOrEqual(rate.tokens + (now * rate.tokens) / rate.perMs + 1e-6);
    }),
    { numRuns: 300 },
  );
});
