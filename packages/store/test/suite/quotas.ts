import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TokenRequest } from '../../src/index.js';
import { after, lateReplica, newReplica, type SuiteCase } from './case.js';

/** A request of a bucket that refills in about a day: what is in it is what was put in. */
function requestOf(bucket: string, more: Partial<TokenRequest> = {}): TokenRequest {
  const rate = { tokens: 100, perMs: 86_400_000 };
  return { bucket, rate, replica: randomUUID(), want: 10, used: 0, leaseMs: 60_000, ...more };
}

export const quotaCases: readonly SuiteCase[] = [
  {
    promise: 'a bucket gives what it has, and then says when there is more',
    async run({ store, name }) {
      const bucket = name('bucket');
      const first = await store.quotas.leaseTokens(requestOf(bucket, { want: 60 }));
      assert.deepEqual([first.granted, first.left, first.retryAfterMs], [60, 40, 0]);
      assert.equal((await store.quotas.leaseTokens(requestOf(bucket, { want: 60 }))).granted, 40);
      const none = await store.quotas.leaseTokens(requestOf(bucket));
      assert.equal(none.granted, 0);
      // A lease ends before the bucket has refilled one.
      assert.ok(none.retryAfterMs > 0 && none.retryAfterMs <= 60_000);
    },
  },
  {
    promise: 'tokens a replica did not use go back when it asks again',
    async run({ store, name }) {
      const [bucket, replica] = [name('bucket'), randomUUID()];
      await store.quotas.leaseTokens(requestOf(bucket, { replica, want: 100 }));
      const again = await store.quotas.leaseTokens(requestOf(bucket, { replica, want: 100, used: 30 }));
      assert.equal(again.granted, 70);
    },
  },
  {
    promise: 'a replica that wants none gives back what it did not use',
    async run({ store, name }) {
      const [bucket, replica] = [name('bucket'), randomUUID()];
      await store.quotas.leaseTokens(requestOf(bucket, { replica, want: 100 }));
      const { granted, left } = await store.quotas.leaseTokens(requestOf(bucket, { replica, want: 0, used: 99 }));
      assert.deepEqual([granted, left], [0, 1]);
    },
  },
  {
    promise: 'tokens of a replica that was lost come back when their lease ends',
    async run({ store, name }) {
      const bucket = name('bucket');
      await store.quotas.leaseTokens(requestOf(bucket, { want: 100, leaseMs: 1 }));
      await after(store, 2);
      assert.equal((await store.quotas.leaseTokens(requestOf(bucket, { want: 100 }))).granted, 100);
    },
  },
  {
    promise: 'a bucket refills evenly, and never over its size',
    async run({ store, name }) {
      const rate = { tokens: 10, perMs: 20 };
      const bucket = name('bucket');
      const replica = randomUUID();
      assert.equal((await store.quotas.leaseTokens(requestOf(bucket, { replica, rate, want: 50 }))).granted, 10);
      await after(store, 30);
      const again = await store.quotas.leaseTokens(requestOf(bucket, { replica, rate, want: 50, used: 10 }));
      assert.equal(again.granted, 10);
    },
  },
  {
    promise: 'tokens on lease count as being there: no more than the bucket holds are out at once',
    async run({ store, name }) {
      const rate = { tokens: 10, perMs: 20 };
      const bucket = name('bucket');
      await store.quotas.leaseTokens(requestOf(bucket, { rate, want: 8 }));
      await after(store, 30);
      assert.equal((await store.quotas.leaseTokens(requestOf(bucket, { rate, want: 50 }))).granted, 2);
    },
  },
  {
    promise: 'slots are held up to the limit, and given back by wanting fewer',
    async run({ store, name }) {
      const pool = name('pool');
      const [one, other] = [await newReplica(store), await newReplica(store)];
      const hold = (replica: string, want: number) => store.quotas.holdSlots({ pool, limit: 8, replica, want });
      assert.deepEqual(await hold(one, 5), { held: 5, heldByOthers: 0 });
      assert.deepEqual(await hold(other, 5), { held: 3, heldByOthers: 5 });
      assert.deepEqual(await hold(one, 1), { held: 1, heldByOthers: 3 });
      assert.deepEqual(await hold(other, 5), { held: 5, heldByOthers: 1 });
      assert.deepEqual(await hold(one, 0), { held: 0, heldByOthers: 5 });
    },
  },
  {
    promise: 'a lower limit takes no slot away that is held',
    async run({ store, name }) {
      const [pool, replica] = [name('pool'), await newReplica(store)];
      await store.quotas.holdSlots({ pool, limit: 8, replica, want: 6 });
      assert.equal((await store.quotas.holdSlots({ pool, limit: 2, replica, want: 7 })).held, 6);
      assert.equal((await store.quotas.holdSlots({ pool, limit: 2, replica, want: 1 })).held, 1);
    },
  },
  {
    promise: 'slots of a replica that left are free',
    async run({ store, name }) {
      const pool = name('pool');
      const gone = await newReplica(store);
      await store.quotas.holdSlots({ pool, limit: 8, replica: gone, want: 8 });
      await store.replicas.leave(gone);
      assert.equal(
        (await store.quotas.holdSlots({ pool, limit: 8, replica: await newReplica(store), want: 8 })).held,
        8,
      );
    },
  },
  {
    promise: 'slots of a late replica go to the first who wants them',
    async run({ store, name }) {
      const pool = name('pool');
      await lateReplica(store, replica => store.quotas.holdSlots({ pool, limit: 8, replica, want: 8 }));
      assert.equal(
        (await store.quotas.holdSlots({ pool, limit: 8, replica: await newReplica(store), want: 8 })).held,
        8,
      );
    },
  },
  {
    promise: 'what is spent adds up within a window and begins anew in the next',
    async run({ store, name }) {
      const account = name('account');
      const day = { account, windowMs: 86_400_000 };
      await store.quotas.spend({ ...day, amount: 5 });
      const { spent, resetsInMs } = await store.quotas.spend({ ...day, amount: 7 });
      assert.equal(spent, 12);
      assert.ok(resetsInMs >= 0 && resetsInMs <= 86_400_000);
      assert.equal((await store.quotas.spend({ ...day, amount: 0 })).spent, 12);
      const short = { account: name('short'), windowMs: 5 };
      await store.quotas.spend({ ...short, amount: 5 });
      await after(store, 6);
      assert.equal((await store.quotas.spend({ ...short, amount: 1 })).spent, 1);
    },
  },
  {
    promise: 'all together never get more tokens than the bucket has',
    async run({ store, sharedName }) {
      let granted = 0;
      for (let count = 0; count < 10; count += 1)
        granted += (await store.quotas.leaseTokens(requestOf(sharedName('bucket'), { want: 3 }))).granted;
      return granted;
    },
    judge(returned) {
      const all = returned as number[];
      const most = Math.min(100, all.length * 30);
      assert.equal(
        all.reduce((sum, each) => sum + each, 0),
        most,
      );
    },
  },
  {
    promise: 'all together never hold more slots than the limit',
    async run({ store, sharedName, processes }) {
      const replica = await newReplica(store);
      const pool = sharedName('pool');
      const most = 2 * processes;
      for (let count = 0; count < 10; count += 1) {
        const want = Math.ceil(Math.random() * 5);
        const { held, heldByOthers } = await store.quotas.holdSlots({ pool, limit: most, replica, want });
        assert.ok(held + heldByOthers <= most && held <= Math.max(want, 5));
      }
      return (await store.quotas.holdSlots({ pool, limit: most, replica, want: 1 })).held;
    },
    judge(returned) {
      assert.ok((returned as number[]).every(held => held <= 1));
    },
  },
  {
    promise: 'nothing of what many spend at once is lost',
    async run({ store, sharedName }) {
      const spend = (amount: number) => store.quotas.spend({ account: sharedName('account'), windowMs: 1e12, amount });
      for (let count = 0; count < 10; count += 1) await spend(1);
      return (await spend(0)).spent;
    },
    judge(returned) {
      assert.equal(Math.max(...(returned as number[])), 10 * returned.length);
    },
  },
];
