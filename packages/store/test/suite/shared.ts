import assert from 'node:assert/strict';
import { after, lateReplica, newReplica, type SuiteCase, until } from './case.js';

export const sharedCases: readonly SuiteCase[] = [
  {
    promise: 'the first who claims an upstream owns it, and others are told who that is',
    async run({ store, name }) {
      const [mine, theirs] = [await newReplica(store, 60_000, 'http://10.0.0.1:1'), await newReplica(store)];
      const owner = await store.owners.claim(name('mail'), mine);
      assert.deepEqual([owner.replica, owner.advertise, owner.name], [mine, 'http://10.0.0.1:1', name('mail')]);
      assert.deepEqual(await store.owners.claim(name('mail'), theirs), owner);
      assert.deepEqual(await store.owners.claim(name('mail'), mine), owner);
      assert.deepEqual(await store.owners.find(name('mail')), owner);
      assert.equal(await store.owners.isCurrent(name('mail'), owner.fence), true);
    },
  },
  {
    promise: 'an upstream that was released goes to the next, with a higher fence',
    async run({ store, name }) {
      const [one, other] = [await newReplica(store), await newReplica(store)];
      const first = await store.owners.claim(name('mail'), one);
      await store.owners.release(name('mail'), other);
      assert.equal(await store.owners.isCurrent(name('mail'), first.fence), true);
      await store.owners.release(name('mail'), one);
      assert.equal(await store.owners.find(name('mail')), undefined);
      const second = await store.owners.claim(name('mail'), other);
      assert.ok(second.fence > first.fence);
      assert.equal(await store.owners.isCurrent(name('mail'), first.fence), false);
    },
  },
  {
    promise: 'the upstream of a late owner goes to the first who claims it',
    async run({ store, name }) {
      let fence = 0;
      const late = await lateReplica(store, async replica => {
        fence = (await store.owners.claim(name('mail'), replica)).fence;
      });
      const next = await newReplica(store);
      const owner = await store.owners.claim(name('mail'), next);
      assert.equal(owner.replica, next);
      assert.ok(owner.fence > fence);
      await assert.rejects(store.owners.claim(name('mail'), late), { name: 'StoreFailure' });
    },
  },
  {
    promise: 'everyone is told when an owner goes',
    async run({ store, name }) {
      const replica = await newReplica(store);
      await store.owners.claim(name('mail'), replica);
      let told = false;
      const stop = store.onNotice(({ topic }) => {
        told ||= topic === 'owners';
      });
      await store.replicas.leave(replica);
      await until(() => told);
      stop();
      assert.equal(await store.owners.find(name('mail')), undefined);
    },
  },
  {
    promise: 'everyone is told what is not kept',
    async run({ store, name }) {
      const told: (string | undefined)[] = [];
      const stop = store.onNotice(({ topic, key }) => {
        if (topic === 'lists') told.push(key);
      });
      // Whoever has just begun to listen may be told of everything instead.
      await store.tell('lists', name('changed'));
      await until(() => told.some(key => key === undefined || key === name('changed')));
      stop();
    },
  },
  {
    promise: 'of all who claim an upstream at once one owns it, and all agree on who',
    async run({ store, sharedName }) {
      const replica = await newReplica(store);
      const { replica: owner, fence } = await store.owners.claim(sharedName('mail'), replica);
      return `${owner} ${fence}`;
    },
    judge(returned) {
      assert.equal(new Set(returned).size, 1);
    },
  },
  {
    promise: 'a key ring is made when it is first asked for, once for all',
    async run({ store }) {
      const ring = await store.keys.ring('forward');
      assert.equal(ring.length, 1);
      assert.equal(ring[0]!.secret.length, 32);
      return Buffer.from(ring[0]!.secret).toString('hex');
    },
    judge(returned) {
      assert.equal(new Set(returned).size, 1);
    },
  },
  {
    promise: 'a new key is first, and old ones open for as long as they are kept',
    async run({ store, processes }) {
      const before = await store.keys.ring('session');
      const ring = await store.keys.rotate('session', 60_000);
      assert.notEqual(ring[0]!.id, before[0]!.id);
      assert.ok(ring.some(({ id }) => id === before[0]!.id));
      assert.ok(ring.every((key, index) => index === 0 || key.createdAt <= ring[index - 1]!.createdAt));
      if (processes === 1) assert.deepEqual(await store.keys.ring('session'), ring);
    },
  },
  {
    promise: 'old keys are forgotten',
    async run({ store, processes }) {
      await store.keys.ring('audit');
      await after(store, 5);
      const ring = await store.keys.rotate('audit', 1);
      if (processes === 1) assert.equal(ring.length, 1);
      assert.ok(ring.length <= processes + 1);
    },
  },
  {
    promise: 'a document is written where it was not changed in between',
    async run({ store, name }) {
      assert.equal(await store.documents.read(name('pins')), undefined);
      assert.equal(await store.documents.write(name('pins'), 'one', 0), true);
      assert.equal(await store.documents.write(name('pins'), 'two', 0), false);
      assert.equal(await store.documents.write(name('pins'), 'two', 1), true);
      assert.equal(await store.documents.write(name('pins'), 'three', 1), false);
      assert.deepEqual(await store.documents.read(name('pins')), { text: 'two', version: 2 });
      await store.documents.remove(name('pins'));
      assert.equal(await store.documents.read(name('pins')), undefined);
    },
  },
  {
    promise: 'of all who change a document at once none overwrites another',
    async run({ store, sharedName }) {
      for (let count = 0; count < 5; ) {
        const before = await store.documents.read(sharedName('pins'));
        const text = `${Number(before?.text ?? 0) + 1}`;
        if (await store.documents.write(sharedName('pins'), text, before?.version ?? 0)) count += 1;
      }
      return Number((await store.documents.read(sharedName('pins')))!.text);
    },
    judge(returned) {
      assert.equal(Math.max(...(returned as number[])), 5 * returned.length);
    },
  },
];
