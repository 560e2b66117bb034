import assert from 'node:assert/strict';
import { after, type SuiteCase, until } from './case.js';

export const callerCases: readonly SuiteCase[] = [
  {
    promise: 'a caller is found by its token and listed by its name',
    async run({ store, name }) {
      const caller = { name: name('ana'), tokenHash: name('hash'), rights: '{"tools":["*"]}', expiresInMs: 60_000 };
      assert.equal(await store.callers.create(caller), true);
      const found = (await store.callers.findByToken(caller.tokenHash))!;
      const { createdAt, expiresAt, ...rest } = found.caller;
      assert.deepEqual(rest, { name: caller.name, rights: caller.rights });
      assert.equal(expiresAt! - createdAt, 60_000);
      assert.ok(found.now >= createdAt);
      assert.ok((await store.callers.list()).some(each => each.name === caller.name));
    },
  },
  {
    promise: 'an unknown token is nobody’s',
    async run({ store, name }) {
      assert.equal(await store.callers.findByToken(name('hash')), undefined);
    },
  },
  {
    promise: 'a name and a token are taken once',
    async run({ store, name }) {
      const caller = { name: name('ana'), tokenHash: name('hash'), rights: '{}' };
      assert.equal(await store.callers.create(caller), true);
      assert.equal(await store.callers.create({ ...caller, tokenHash: name('other') }), false);
      assert.equal(await store.callers.create({ ...caller, name: name('bo') }), false);
      assert.equal(await store.callers.findByToken(name('other')), undefined);
    },
  },
  {
    promise: 'a caller that does not expire says so',
    async run({ store, name }) {
      await store.callers.create({ name: name('ana'), tokenHash: name('hash'), rights: '{}' });
      assert.equal((await store.callers.findByToken(name('hash')))!.caller.expiresAt, undefined);
    },
  },
  {
    promise: 'a caller past its time is found, with that time',
    async run({ store, name }) {
      await store.callers.create({ name: name('ana'), tokenHash: name('hash'), rights: '{}', expiresInMs: 1 });
      await after(store, 2);
      const found = (await store.callers.findByToken(name('hash')))!;
      assert.ok(found.caller.expiresAt! < found.now);
    },
  },
  {
    promise: 'a caller that was revoked is found as such, and its name is free again',
    async run({ store, name }) {
      const caller = { name: name('ana'), tokenHash: name('hash'), rights: '{}' };
      await store.callers.create(caller);
      assert.equal(await store.callers.revoke(caller.name), true);
      const { revokedAt } = (await store.callers.findByToken(caller.tokenHash))!.caller;
      assert.ok(revokedAt !== undefined);
      assert.equal(await store.callers.revoke(caller.name), true);
      assert.equal(await store.callers.create({ ...caller, tokenHash: name('next') }), true);
      assert.equal(await store.callers.findByToken(caller.tokenHash), undefined);
    },
  },
  {
    promise: 'nobody can be revoked or given a token who is not there',
    async run({ store, name }) {
      assert.equal(await store.callers.revoke(name('nobody')), false);
      assert.equal(await store.callers.rotate(name('nobody'), name('hash'), 1_000), false);
    },
  },
  {
    promise: 'after a rotation both tokens hold, and then only the new one',
    async run({ store, name }) {
      const caller = name('ana');
      await store.callers.create({ name: caller, tokenHash: name('old'), rights: '{}' });
      assert.equal(await store.callers.rotate(caller, name('new'), 60_000), true);
      assert.ok(await store.callers.findByToken(name('old')));
      assert.ok(await store.callers.findByToken(name('new')));
      assert.equal(await store.callers.rotate(caller, name('newest'), 1), true);
      await after(store, 2);
      assert.equal(await store.callers.findByToken(name('old')), undefined);
      assert.equal(await store.callers.findByToken(name('new')), undefined);
      assert.ok(await store.callers.findByToken(name('newest')));
    },
  },
  {
    promise: 'a caller that was revoked gets no other token',
    async run({ store, name }) {
      await store.callers.create({ name: name('ana'), tokenHash: name('hash'), rights: '{}' });
      await store.callers.revoke(name('ana'));
      assert.equal(await store.callers.rotate(name('ana'), name('next'), 1_000), false);
    },
  },
  {
    promise: 'everyone is told of a caller that was revoked',
    async run({ store, name }) {
      await store.callers.create({ name: name('ana'), tokenHash: name('hash'), rights: '{}' });
      let told = false;
      const stop = store.onNotice(({ topic, key }) => {
        told ||= topic === 'callers' && (key === undefined || key === name('ana'));
      });
      await store.callers.revoke(name('ana'));
      await until(() => told);
      stop();
    },
  },
  {
    promise: 'of all who take one name at once one gets it',
    async run({ store, sharedName, index }) {
      const made: boolean[] = [];
      for (let count = 0; count < 10; count += 1) {
        const [name, tokenHash] = [sharedName(`name ${count}`), sharedName(`hash ${count} ${index}`)];
        made.push(await store.callers.create({ name, tokenHash, rights: '{}' }));
      }
      return made;
    },
    judge(returned) {
      const all = returned as boolean[][];
      for (const index of all[0]!.keys()) assert.equal(all.filter(one => one[index]).length, 1);
    },
  },
];
