import assert from 'node:assert/strict';
import { after, newReplica, type SuiteCase, until } from './case.js';

export const sessionCases: readonly SuiteCase[] = [
  {
    promise: 'a session of which nothing is known is empty',
    async run({ store, name }) {
      assert.equal(await store.sessions.read(name('session')), '{}');
    },
  },
  {
    promise: 'members of a session are replaced one by one',
    async run({ store, name }) {
      const session = name('session');
      await store.sessions.change(session, '{"level":"debug","roots":["/a"]}', 60_000);
      await store.sessions.change(session, '{"level":"error"}', 60_000);
      assert.deepEqual(JSON.parse(await store.sessions.read(session)), { level: 'error', roots: ['/a'] });
    },
  },
  {
    promise: 'what many change of a session at once is all there',
    async run({ store, sharedName, index }) {
      for (let count = 0; count < 5; count += 1)
        await store.sessions.change(sharedName('session'), `{"${index} ${count}":true}`, 60_000);
      return Object.keys(JSON.parse(await store.sessions.read(sharedName('session'))) as object).length;
    },
    judge(returned) {
      assert.equal(Math.max(...(returned as number[])), 5 * returned.length);
    },
  },
  {
    promise: 'a session past its time is forgotten',
    async run({ store, name }) {
      await store.sessions.change(name('session'), '{"ended":true}', 1);
      await after(store, 2);
      assert.equal(await store.sessions.read(name('session')), '{}');
      await store.sessions.sweep();
      await store.sessions.change(name('session'), '{"level":"debug"}', 60_000);
      assert.equal(await store.sessions.read(name('session')), '{"level":"debug"}');
    },
  },
  {
    promise: 'everyone is told of a session that changed',
    async run({ store, name }) {
      let told = false;
      const stop = store.onNotice(({ topic, key }) => {
        told ||= topic === 'sessions' && (key === undefined || key === name('session'));
      });
      await store.sessions.change(name('session'), '{}', 60_000);
      await until(() => told);
      stop();
    },
  },
  {
    promise: 'a replica takes the messages for it, in order and once',
    async run({ store }) {
      const [one, other] = [await newReplica(store), await newReplica(store)];
      for (const message of ['first', 'second', 'third']) assert.equal(await store.sessions.post(one, message), true);
      await store.sessions.post(other, 'not yours');
      assert.deepEqual(await store.sessions.take(one), ['first', 'second', 'third']);
      assert.deepEqual(await store.sessions.take(one), []);
    },
  },
  {
    promise: 'a replica that is gone gets no messages',
    async run({ store }) {
      const replica = await newReplica(store);
      await store.sessions.post(replica, 'early');
      await store.replicas.leave(replica);
      assert.equal(await store.sessions.post(replica, 'late'), false);
      assert.deepEqual(await store.sessions.take(replica), []);
    },
  },
];
