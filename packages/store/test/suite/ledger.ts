import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LedgerClaim } from '../../src/index.js';
import { after, lateReplica, newReplica, type SuiteCase, until } from './case.js';

function claimFor(replica: string, key: string, more: Partial<LedgerClaim> = {}): LedgerClaim {
  return {
    entry: randomUUID(),
    caller: 'ana',
    tool: 'mail__send',
    key,
    argsHash: 'h1',
    replica,
    requestId: 'r-1',
    keepMs: 60_000,
    ...more,
  };
}

export const ledgerCases: readonly SuiteCase[] = [
  {
    promise: 'the first call under a key is fresh, the second finds it running',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const first = claimFor(replica, key, { requestId: 'first' });
      assert.deepEqual(await store.ledger.begin(first), { status: 'fresh' });
      const second = await store.ledger.begin(claimFor(replica, key));
      assert.equal(second.status, 'running');
      assert.ok(second.status === 'running' && second.entry === first.entry);
      assert.deepEqual([second.requestId, second.replica], ['first', replica]);
    },
  },
  {
    promise: 'a call that finished is answered with its answer, any number of times',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const claim = claimFor(replica, key);
      await store.ledger.begin(claim);
      assert.equal(await store.ledger.finish({ entry: claim.entry, answer: '{"sent":true}' }), true);
      for (let count = 0; count < 3; count += 1) {
        const again = await store.ledger.begin(claimFor(await newReplica(store), key));
        assert.ok(again.status === 'finished');
        assert.equal(again.answer, '{"sent":true}');
        assert.ok(again.finishedAt <= (await store.now()));
      }
    },
  },
  {
    promise: 'other arguments under a key are told, whether the call runs or has ended',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const claim = claimFor(replica, key);
      await store.ledger.begin(claim);
      assert.equal((await store.ledger.begin(claimFor(replica, key, { argsHash: 'h2' }))).status, 'reused');
      await store.ledger.finish({ entry: claim.entry, answer: 'done' });
      assert.equal((await store.ledger.begin(claimFor(replica, key, { argsHash: 'h2' }))).status, 'reused');
    },
  },
  {
    promise: 'a key belongs to one caller and one tool',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      for (const more of [{}, { caller: 'bo' }, { tool: 'mail__draft' }, { key: `${key} ` }])
        assert.equal((await store.ledger.begin(claimFor(replica, key, more))).status, 'fresh');
    },
  },
  {
    promise: 'a call of which nothing was done leaves no trace',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const claim = claimFor(replica, key);
      await store.ledger.begin(claim);
      assert.equal(await store.ledger.abandon(claim.entry), true);
      assert.equal(await store.ledger.abandon(claim.entry), false);
      assert.equal((await store.ledger.begin(claimFor(replica, key, { argsHash: 'h2' }))).status, 'fresh');
    },
  },
  {
    promise: 'an answer is kept once, and telling it again does no harm',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const claim = claimFor(replica, key);
      await store.ledger.begin(claim);
      assert.equal(await store.ledger.finish({ entry: claim.entry, answer: 'one' }), true);
      assert.equal(await store.ledger.finish({ entry: claim.entry, answer: 'two' }), true);
      assert.equal(await store.ledger.abandon(claim.entry), false);
      const again = await store.ledger.begin(claimFor(replica, key));
      assert.ok(again.status === 'finished' && again.answer === 'one');
    },
  },
  {
    promise: 'a call that was cut off is unknown, and is not run again by itself',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const claim = claimFor(replica, key, { requestId: 'cut off' });
      await store.ledger.begin(claim);
      assert.equal(await store.ledger.finish({ entry: claim.entry, unknown: true }), true);
      const again = await store.ledger.begin(claimFor(replica, key));
      assert.ok(again.status === 'unknown' && again.requestId === 'cut off');
      assert.equal(await store.ledger.finish({ entry: claim.entry, answer: 'late' }), false);
    },
  },
  {
    promise: 'an unknown call is run again by whoever says so, once',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const claim = claimFor(replica, key);
      await store.ledger.begin(claim);
      await store.ledger.finish({ entry: claim.entry, unknown: true });
      assert.equal((await store.ledger.begin(claimFor(replica, key, { retryUnknown: true }))).status, 'fresh');
      assert.equal((await store.ledger.begin(claimFor(replica, key, { retryUnknown: true }))).status, 'running');
    },
  },
  {
    promise: 'the call of a replica that left is unknown',
    async run({ store, name }) {
      const [gone, key] = [await newReplica(store), name('key')];
      const claim = claimFor(gone, key);
      await store.ledger.begin(claim);
      await store.replicas.leave(gone);
      assert.equal((await store.ledger.begin(claimFor(await newReplica(store), key))).status, 'unknown');
      assert.equal(await store.ledger.finish({ entry: claim.entry, answer: 'late' }), false);
    },
  },
  {
    promise: 'the call of a late replica is unknown from the moment somebody asks, and cannot finish any more',
    async run({ store, name }) {
      const key = name('key');
      let entry = '';
      await lateReplica(store, async replica => {
        const claim = claimFor(replica, key);
        entry = claim.entry;
        await store.ledger.begin(claim);
      });
      assert.equal((await store.ledger.begin(claimFor(await newReplica(store), key))).status, 'unknown');
      assert.equal(await store.ledger.finish({ entry, answer: 'late' }), false);
    },
  },
  {
    promise: 'an answer of a replica that left stays',
    async run({ store, name }) {
      const [gone, key] = [await newReplica(store), name('key')];
      const claim = claimFor(gone, key);
      await store.ledger.begin(claim);
      await store.ledger.finish({ entry: claim.entry, answer: 'done' });
      await store.replicas.leave(gone);
      assert.equal((await store.ledger.begin(claimFor(await newReplica(store), key))).status, 'finished');
    },
  },
  {
    promise: 'an entry past its time is as if it never was',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const claim = claimFor(replica, key, { keepMs: 1 });
      await store.ledger.begin(claim);
      await store.ledger.finish({ entry: claim.entry, answer: 'old' });
      await after(store, 2);
      assert.equal((await store.ledger.begin(claimFor(replica, key, { argsHash: 'h2' }))).status, 'fresh');
    },
  },
  {
    promise: 'sweeping removes entries past their time, and none that runs',
    async run({ store, name }) {
      const replica = await newReplica(store);
      const [runs, ended] = [name('runs'), name('ended')].map(key => claimFor(replica, key, { keepMs: 1 }));
      await store.ledger.begin(runs!);
      await store.ledger.begin(ended!);
      await store.ledger.finish({ entry: ended!.entry, answer: 'old' });
      await after(store, 2);
      await store.ledger.sweep();
      assert.equal(await store.ledger.finish({ entry: ended!.entry, answer: 'old' }), false);
      assert.equal(await store.ledger.finish({ entry: runs!.entry, answer: 'done' }), true);
    },
  },
  {
    promise: 'a replica that was buried begins nothing',
    async run({ store, name }) {
      const gone = await newReplica(store);
      await store.replicas.leave(gone);
      await assert.rejects(store.ledger.begin(claimFor(gone, name('key'))), { name: 'StoreFailure' });
    },
  },
  {
    promise: 'whoever waits is told of the answer',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const claim = claimFor(replica, key);
      await store.ledger.begin(claim);
      const told: (string | undefined)[] = [];
      const stop = store.onNotice(notice => {
        if (notice.topic === 'ledger') told.push(notice.key);
      });
      assert.equal((await store.ledger.begin(claimFor(replica, key))).status, 'running');
      await store.ledger.finish({ entry: claim.entry, answer: 'done' });
      await until(() => told.some(each => each === undefined || each === claim.entry));
      stop();
    },
  },
  {
    promise: 'a large answer comes back as it was',
    async run({ store, name }) {
      const [replica, key] = [await newReplica(store), name('key')];
      const claim = claimFor(replica, key);
      const answer = JSON.stringify({ text: 'ä€😀\u0001"\\'.repeat(20_000) });
      await store.ledger.begin(claim);
      await store.ledger.finish({ entry: claim.entry, answer });
      const again = await store.ledger.begin(claimFor(replica, key));
      assert.ok(again.status === 'finished' && again.answer === answer);
    },
  },
  {
    promise: 'of all who begin a key at once one is fresh',
    async run({ store, sharedName }) {
      const replica = await newReplica(store);
      const found: string[] = [];
      for (let count = 0; count < 20; count += 1) {
        const { status } = await store.ledger.begin(claimFor(replica, sharedName(`key ${count}`)));
        found.push(status);
      }
      return found;
    },
    judge(returned) {
      const all = returned as string[][];
      for (const index of all[0]!.keys()) {
        const statuses = all.map(one => one[index]!);
        assert.equal(statuses.filter(status => status === 'fresh').length, 1);
        assert.ok(statuses.every(status => status === 'fresh' || status === 'running'));
      }
    },
  },
];
