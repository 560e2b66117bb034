import assert from 'node:assert/strict';
import { lateReplica, newReplica, type SuiteCase } from './case.js';

const listed = async (store: Parameters<typeof newReplica>[0], id: string) =>
  (await store.replicas.list()).find(replica => replica.id === id);

export const replicaCases: readonly SuiteCase[] = [
  {
    promise: 'a replica is listed with where it is reached, and its lease ends later than now',
    async run({ store }) {
      const id = await newReplica(store, 60_000, 'http://127.0.0.1:7332');
      const found = await listed(store, id);
      assert.equal(found?.advertise, 'http://127.0.0.1:7332');
      assert.ok(found.leaseUntil > (await store.now()));
      assert.ok(found.joinedAt <= (await store.now()));
    },
  },
  {
    promise: 'an id joins once',
    async run({ store }) {
      const id = await newReplica(store);
      await assert.rejects(store.replicas.join({ id, leaseMs: 1_000 }));
    },
  },
  {
    promise: 'renewing puts the end of the lease off',
    async run({ store }) {
      const id = await newReplica(store, 50_000);
      const before = (await listed(store, id))!.leaseUntil;
      assert.equal(await store.replicas.renew(id, 100_000), true);
      assert.ok((await listed(store, id))!.leaseUntil > before);
    },
  },
  {
    promise: 'a replica that left cannot renew',
    async run({ store }) {
      const id = await newReplica(store);
      await store.replicas.leave(id);
      assert.equal(await store.replicas.renew(id, 1_000), false);
      assert.equal(await listed(store, id), undefined);
    },
  },
  {
    promise: 'leaving twice is leaving once',
    async run({ store }) {
      const id = await newReplica(store);
      await store.replicas.leave(id);
      await store.replicas.leave(id);
    },
  },
  {
    promise: 'one that is late may renew as long as nobody buried it',
    async run({ store }) {
      const id = await newReplica(store, 1);
      const renewed = await store.replicas.renew(id, 60_000);
      // Another process may have buried it in between, and then it is gone for good.
      assert.equal((await listed(store, id)) !== undefined, renewed);
    },
  },
  {
    promise: 'burying removes those that are late and spares those that are not',
    async run({ store }) {
      const alive = await newReplica(store);
      const late = await lateReplica(store, async () => {});
      await store.replicas.bury();
      assert.equal(await listed(store, late), undefined);
      assert.ok(await listed(store, alive));
      assert.equal(await store.replicas.renew(late, 60_000), false);
    },
  },
  {
    promise: 'each replica that is late is buried by one process alone',
    async run({ store }) {
      const id = await lateReplica(store, async () => {});
      return { id, buried: await store.replicas.bury() };
    },
    judge(returned) {
      const all = (returned as { buried: string[] }[]).flatMap(({ buried }) => buried);
      assert.equal(new Set(all).size, all.length);
    },
  },
  {
    promise: 'the clock of the store goes forward',
    async run({ store }) {
      let before = await store.now();
      for (let count = 0; count < 20; count += 1) {
        const now = await store.now();
        assert.ok(now >= before);
        before = now;
      }
    },
  },
];
