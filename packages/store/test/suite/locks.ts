import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LockClaim, LockGrant, LockRefusal, Store } from '../../src/index.js';
import { after, lateReplica, newReplica, type SuiteCase } from './case.js';

/** A claim for keys that are written, unless they end in `:read`. */
function claimFor(replica: string, keys: readonly string[], more: Partial<LockClaim> = {}): LockClaim {
  return {
    lock: randomUUID(),
    replica,
    keys: keys.map(key => (key.endsWith(':read') ? { key: key.slice(0, -5), mode: 'read' } : { key, mode: 'write' })),
    holder: { operation: 'build', target: 'app', pid: 4711, requestId: 'r-1' },
    ...more,
  };
}

async function granted(store: Store, claim: LockClaim): Promise<LockGrant> {
  const answer = await store.locks.acquire(claim);
  assert.ok(answer.held, `expected ${claim.keys.map(({ key }) => key)} to be free`);
  return answer;
}

async function refused(store: Store, claim: LockClaim): Promise<LockRefusal> {
  const answer = await store.locks.acquire(claim);
  assert.equal(answer.held, false);
  return answer as LockRefusal;
}

export const lockCases: readonly SuiteCase[] = [
  {
    promise: 'a key that is free is held, and then refused to others with who holds it',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const first = claimFor(replica, [key]);
      await granted(store, first);
      const refusal = await refused(store, claimFor(await newReplica(store), [key]));
      assert.equal(refusal.key, key);
      assert.equal(refusal.replica, replica);
      const { since, ...holder } = refusal.holder;
      assert.deepEqual(holder, first.holder);
      assert.ok(Math.abs(Date.parse(since) - (await store.now())) < 60_000);
      assert.equal(await store.locks.holds(first.lock), true);
    },
  },
  {
    promise: 'a key is free again after its release',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const first = claimFor(replica, [key]);
      await granted(store, first);
      await store.locks.release(first.lock);
      assert.equal(await store.locks.holds(first.lock), false);
      await granted(store, claimFor(replica, [key]));
    },
  },
  {
    promise: 'releasing what is not held does nothing',
    async run({ store }) {
      await store.locks.release(randomUUID());
    },
  },
  {
    promise: 'the same replica is refused too: locks are between calls',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      await granted(store, claimFor(replica, [key]));
      await refused(store, claimFor(replica, [key]));
    },
  },
  {
    promise: 'readers share a key, a writer waits for all of them',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const readers = [1, 2, 3].map(() => claimFor(replica, [`${key}:read`]));
      for (const reader of readers) await granted(store, reader);
      await refused(store, claimFor(replica, [key]));
      for (const reader of readers) await store.locks.release(reader.lock);
      await granted(store, claimFor(replica, [key]));
      await refused(store, claimFor(replica, [`${key}:read`]));
    },
  },
  {
    promise: 'all keys or none',
    async run({ store, name }) {
      const [replica, one, two] = [await newReplica(store), name('one'), name('two')];
      await granted(store, claimFor(replica, [two]));
      const refusal = await refused(store, claimFor(replica, [one, two]));
      assert.equal(refusal.key, two);
      await granted(store, claimFor(replica, [one]));
    },
  },
  {
    promise: 'a lock of many keys is given back as a whole',
    async run({ store, name }) {
      const replica = await newReplica(store);
      const keys = Array.from({ length: 40 }, (_, index) => name(`key ${index}`));
      const whole = claimFor(replica, keys);
      await granted(store, whole);
      await store.locks.release(whole.lock);
      await granted(store, claimFor(replica, keys));
    },
  },
  {
    promise: 'keys are compared as they are, whatever signs they have',
    async run({ store, name }) {
      const replica = await newReplica(store);
      for (const key of [`it's`, 'a%b', 'A%B', 'ä', 'a', ' ', '"', '$1', 'line\nbreak'])
        await granted(store, claimFor(replica, [name(key)]));
    },
  },
  {
    promise: 'a later grant of a key has a higher fence, whatever other keys it has',
    async run({ store, name }) {
      const [replica, one, two] = [await newReplica(store), name('one'), name('two')];
      let before = 0;
      for (const keys of [[one], [one, two], [two], [two, one], [one]]) {
        const claim = claimFor(replica, keys);
        const { fence } = await granted(store, claim);
        assert.ok(fence > before);
        before = fence;
        await store.locks.release(claim.lock);
      }
    },
  },
  {
    promise: 'what a replica held is free once it left',
    async run({ store, name }) {
      const [gone, key] = [await newReplica(store), name('key')];
      const claim = claimFor(gone, [key]);
      await granted(store, claim);
      await store.locks.acquire(claimFor(gone, [key], { waitMs: 60_000 }));
      await store.replicas.leave(gone);
      assert.equal(await store.locks.holds(claim.lock), false);
      await granted(store, claimFor(await newReplica(store), [key]));
    },
  },
  {
    promise: 'what a late replica held goes to the first who asks, with a higher fence',
    async run({ store, name }) {
      const key = name('key');
      let fence = 0;
      const late = await lateReplica(store, async replica => {
        fence = (await granted(store, claimFor(replica, [key]))).fence;
      });
      const next = await granted(store, claimFor(await newReplica(store), [key]));
      assert.ok(next.fence > fence);
      assert.equal(await store.replicas.renew(late, 60_000), false);
    },
  },
  {
    promise: 'a replica that was buried gets no lock',
    async run({ store, name }) {
      const gone = await newReplica(store);
      await store.replicas.leave(gone);
      await assert.rejects(store.locks.acquire(claimFor(gone, [name('key')])), { name: 'StoreFailure' });
    },
  },
  {
    promise: 'those in line are served in the order they came',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const holder = claimFor(replica, [key]);
      await granted(store, holder);
      const first = claimFor(replica, [key], { waitMs: 60_000 });
      const second = claimFor(replica, [key], { waitMs: 60_000 });
      await refused(store, first);
      await refused(store, second);
      await store.locks.release(holder.lock);
      await refused(store, second);
      await refused(store, claimFor(replica, [key]));
      await granted(store, first);
      await store.locks.release(first.lock);
      await granted(store, second);
    },
  },
  {
    promise: 'a writer in line keeps later readers out, and earlier ones not',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const reader = claimFor(replica, [`${key}:read`]);
      await granted(store, reader);
      const writer = claimFor(replica, [key], { waitMs: 60_000 });
      await refused(store, writer);
      await refused(store, claimFor(replica, [`${key}:read`]));
      assert.equal(await store.locks.holds(reader.lock), true);
    },
  },
  {
    promise: 'a place in line is given up by its release',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const holder = claimFor(replica, [key]);
      await granted(store, holder);
      const waiting = claimFor(replica, [key], { waitMs: 60_000 });
      await refused(store, waiting);
      await store.locks.release(waiting.lock);
      await store.locks.release(holder.lock);
      await granted(store, claimFor(replica, [key]));
    },
  },
  {
    promise: 'a place in line runs out unless it is kept',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const holder = claimFor(replica, [key]);
      await granted(store, holder);
      await refused(store, claimFor(replica, [key], { waitMs: 1 }));
      await store.locks.release(holder.lock);
      await after(store, 2);
      await granted(store, claimFor(replica, [key]));
    },
  },
  {
    promise: 'held locks are listed with mode, fence and holder',
    async run({ store, name }) {
      const [replica, one, two] = [await newReplica(store), name('one'), name('two')];
      const { fence } = await granted(store, claimFor(replica, [one, `${two}:read`]));
      const mine = (await store.locks.list()).filter(row => row.replica === replica);
      assert.deepEqual(
        new Map(mine.map(row => [row.key, row.mode])),
        new Map([
          [one, 'write'],
          [two, 'read'],
        ]),
      );
      for (const row of mine) assert.deepEqual([row.fence, row.holder.operation], [fence, 'build']);
    },
  },
  {
    promise: 'sixteen who want one key take it in turns, each fence higher than the last',
    async run({ store, sharedName, processes }) {
      const replica = await newReplica(store);
      const key = sharedName('contended');
      const held: { fence: number; before: number }[] = [];
      // One shared text stands for what the lock protects: whoever is alone reads and writes it without losing a step.
      for (let round = 0; round < Math.ceil(32 / processes); round += 1) {
        const claim = claimFor(replica, [key], { waitMs: 60_000 });
        let answer = await store.locks.acquire(claim);
        while (!answer.held) {
          await sleep(1 + Math.random() * 5);
          answer = await store.locks.acquire(claim);
        }
        const before = await store.documents.read(key);
        assert.equal(await store.documents.write(key, 'x', before?.version ?? 0), true);
        held.push({ fence: answer.fence, before: before?.version ?? 0 });
        await store.locks.release(claim.lock);
      }
      return held;
    },
    judge(returned) {
      const all = (returned as { fence: number; before: number }[][]).flat();
      const byFence = all.toSorted((one, other) => one.fence - other.fence);
      assert.deepEqual(
        byFence.map(({ before }) => before),
        byFence.map((_, index) => index),
      );
    },
  },
  {
    promise: 'crossed keys never stand in each other’s way for good',
    async run({ store, sharedName, index }) {
      const replica = await newReplica(store);
      const keys = [sharedName('left'), sharedName('right')];
      for (let round = 0; round < 3; round += 1) {
        const claim = claimFor(replica, (index + round) % 2 === 0 ? keys : keys.toReversed(), { waitMs: 60_000 });
        while (!(await store.locks.acquire(claim)).held) await sleep(1 + Math.random() * 5);
        await store.locks.release(claim.lock);
      }
    },
  },
];
