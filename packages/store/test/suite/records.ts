import assert from 'node:assert/strict';
import {
  isSignedHead,
  isSignedStub,
  linkHash,
  type NewRecord,
  type RecordFilter,
  type Store,
} from '../../src/index.js';
import { after, type Stage, type SuiteCase } from './case.js';

const key = Buffer.alloc(32, 7);

function record(caller: string, more: Partial<NewRecord> = {}): NewRecord {
  return { requestId: 'r-1', caller, server: 'mail', tool: 'send', kinds: [], body: '{"a":1}', ...more };
}

async function append(store: Store, records: readonly NewRecord[], chain?: string) {
  return store.records.append({ records, durable: false, ...(chain !== undefined && { chain: { chain, key } }) });
}

/** Twelve records of one caller, each a little different. */
async function twelve({ store, name }: Stage): Promise<string> {
  const caller = name('caller');
  for (let count = 0; count < 12; count += 1)
    await append(store, [
      record(caller, {
        requestId: `${caller} ${count}`,
        server: count % 2 === 0 ? 'mail' : undefined,
        tool: count < 6 ? 'send' : 'list',
        kinds: count % 4 === 0 ? ['conflict', 'time_out'] : [],
        body: JSON.stringify({ count }),
      }),
    ]);
  return caller;
}

const countOf = (body: string) => (JSON.parse(body) as { count: number }).count;

export const recordCases: readonly SuiteCase[] = [
  {
    promise: 'a record comes back with all it was given, and when the store took it',
    async run({ store, name }) {
      const given = record(name('caller'), { kinds: ['conflict', 'internal'], requestId: name('id') });
      await append(store, [given]);
      const { records } = await store.records.query({ requestId: given.requestId });
      const { id, at, ...found } = records[0]!;
      assert.deepEqual(found, given);
      assert.ok(id > 0 && at <= (await store.now()));
    },
  },
  {
    promise: 'what a record has not, it has not when it comes back',
    async run({ store, name }) {
      const requestId = name('id');
      await append(store, [record(name('caller'), { requestId, server: undefined })]);
      const [found] = (await store.records.query({ requestId })).records;
      assert.deepEqual([found!.server, found!.chain, found!.hash, found!.kinds], [undefined, undefined, undefined, []]);
    },
  },
  {
    promise: 'records are found by each of their members, and by several at once',
    async run(stage) {
      const caller = await twelve(stage);
      const find = async (filter: RecordFilter) =>
        (await stage.store.records.query({ caller, order: 'oldest', ...filter })).records.map(({ body }) =>
          countOf(body),
        );
      assert.deepEqual(await find({}), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      assert.deepEqual(await find({ server: 'mail', tool: 'list' }), [6, 8, 10]);
      assert.deepEqual(await find({ kind: 'conflict' }), [0, 4, 8]);
      assert.deepEqual(await find({ kind: 'time_out', tool: 'send' }), [0, 4]);
      assert.deepEqual(await find({ kind: 'timexout' }), []);
      assert.deepEqual(await find({ kind: 'conf' }), []);
      assert.deepEqual(await find({ failed: true }), [0, 4, 8]);
      assert.deepEqual(await find({ failed: false, tool: 'list' }), [6, 7, 9, 10, 11]);
      assert.deepEqual(await find({ requestId: `${caller} 3` }), [3]);
      assert.deepEqual(await find({ tool: 'none' }), []);
    },
  },
  {
    promise: 'records are found by time',
    async run({ store, name }) {
      const caller = name('caller');
      await append(store, [record(caller, { requestId: 'before' })]);
      await after(store, 5);
      const between = await store.now();
      await append(store, [record(caller, { requestId: 'after' })]);
      const ids = async (filter: RecordFilter) =>
        (await store.records.query({ caller, ...filter })).records.map(({ requestId }) => requestId);
      assert.deepEqual(await ids({ from: between }), ['after']);
      assert.deepEqual(await ids({ until: between }), ['before']);
    },
  },
  {
    promise: 'pages follow each other without a gap, in both directions',
    async run(stage) {
      const caller = await twelve(stage);
      for (const order of ['newest', 'oldest'] as const) {
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await stage.store.records.query({ caller, order, limit: 5, cursor });
          seen.push(...page.records.map(({ body }) => countOf(body)));
          cursor = page.next;
          assert.ok(seen.length <= 12);
        } while (cursor !== undefined);
        const all = Array.from({ length: 12 }, (_, index) => index);
        assert.deepEqual(seen, order === 'newest' ? all.toReversed() : all);
      }
    },
  },
  {
    promise: 'a chain counts from one, and each record has the hash of the one before it',
    async run({ store, name }) {
      const chain = name('chain');
      await append(store, [record('ana'), record('bo')], chain);
      await append(store, [record('cy')], chain);
      const records = await store.records.readChain(chain, 1, 10);
      assert.deepEqual(
        records.map(({ seq }) => seq),
        [1, 2, 3],
      );
      let previous = '';
      for (const each of records) {
        assert.equal(each.hash, linkHash(each, { chain, seq: each.seq!, at: each.at, previous }));
        previous = each.hash!;
      }
    },
  },
  {
    promise: 'the head of a chain is its last record, signed',
    async run({ store, name }) {
      const chain = name('chain');
      const head = await append(store, [record('ana'), record('bo')], chain);
      const stored = (await store.records.heads()).find(each => each.chain === chain);
      assert.deepEqual(stored, head);
      assert.equal(head!.hash, (await store.records.readChain(chain, 2, 1))[0]!.hash);
      assert.ok(isSignedHead(key, head!));
      assert.ok(!isSignedHead(Buffer.alloc(32, 8), head!));
      assert.ok(!isSignedHead(key, { ...head!, seq: 3 }));
    },
  },
  {
    promise: 'a chain is read in pieces',
    async run({ store, name }) {
      const chain = name('chain');
      await append(
        store,
        Array.from({ length: 10 }, (_, index) => record('ana', { requestId: `r${index}` })),
        chain,
      );
      const piece = await store.records.readChain(chain, 4, 3);
      assert.deepEqual(
        piece.map(({ seq }) => seq),
        [4, 5, 6],
      );
    },
  },
  {
    promise: 'a batch is kept as a whole, durable or not',
    async run({ store, name }) {
      const caller = name('caller');
      const records = Array.from({ length: 300 }, (_, index) => record(caller, { requestId: `r${index}` }));
      await store.records.append({ records, durable: true });
      await store.records.append({ records, durable: false });
      assert.equal((await store.records.query({ caller, limit: 1_000 })).records.length, 600);
    },
  },
  {
    promise: 'no more than a thousand records come at once, and a hundred unless more are asked for',
    async run({ store, name, processes }) {
      const caller = name('caller');
      // Those in memory have room for ten thousand.
      const count = processes === 1 ? 1_100 : 110;
      await store.records.append({
        records: Array.from({ length: count }, (_, index) => record(caller, { requestId: `r${index}` })),
        durable: false,
      });
      assert.equal((await store.records.query({ caller })).records.length, 100);
      assert.equal((await store.records.query({ caller, limit: 5_000 })).records.length, Math.min(count, 1_000));
    },
  },
  {
    promise: 'an empty append keeps a chain as it is',
    async run({ store, name }) {
      const chain = name('chain');
      const head = await append(store, [record('ana')], chain);
      await append(store, [], chain);
      assert.deepEqual((await store.records.heads()).find(each => each.chain === chain)?.hash, head!.hash);
    },
  },
  {
    promise: 'what is too old goes, with a signed stub where its chain goes on',
    async run({ store, name }) {
      const chain = name('chain');
      await append(store, [record('ana'), record('bo')], chain);
      const [, second] = await store.records.readChain(chain, 1, 2);
      await after(store, 5);
      await store.records.prune({ keepMs: 1, key });
      const head = await append(store, [record('cy')], chain);
      const stub = (await store.records.stubs()).find(each => each.chain === chain)!;
      assert.ok(isSignedStub(key, stub));
      assert.ok(stub.seq >= 2 && stub.removed === stub.seq);
      if (stub.seq === 2 && second) assert.equal(stub.hash, second.hash);
      assert.equal(head!.seq, 3);
    },
  },
  {
    promise: 'what is too much goes, the oldest first',
    async run({ store, name, processes }) {
      const caller = name('caller');
      const body = JSON.stringify({ text: 'x'.repeat(1_000) });
      await append(
        store,
        Array.from({ length: 30 }, (_, index) => record(caller, { requestId: `r${index}`, body })),
      );
      await store.records.prune({ keepBytes: 20 * body.length, key });
      const left = (await store.records.query({ caller, limit: 1_000, order: 'oldest' })).records;
      assert.ok(left.length <= 20);
      if (processes === 1)
        assert.deepEqual(
          left.map(({ requestId }) => requestId),
          Array.from({ length: 20 }, (_, index) => `r${index + 10}`),
        );
    },
  },
];
