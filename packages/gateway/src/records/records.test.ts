import type { CallRecord } from '@concord/engine';
import {
  type ChainHead,
  type ChainStub,
  linkHash,
  openMemoryStore,
  type Store,
  type StoredDocument,
  type StoredRecord,
  StoreFailure,
} from '@concord/store';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreRecords } from './store-records.js';
import { verifyRecords } from './verify.js';

const record = (requestId: string, more: Partial<CallRecord> = {}): CallRecord => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  tool: 'probe',
  requestId,
  caller: 'ada',
  status: 'success',
  state: 'finished',
  durationMs: 1,
  kinds: [],
  bytes: 2,
  redactions: 0,
  truncated: false,
  ...more,
});

async function open(store: Store, audit: 'writes' | 'all' | undefined, name = 'one') {
  const warnings: string[] = [];
  await store.replicas.join({ id: `${name}-${Math.random()}`, leaseMs: 60_000 });
  const records = new StoreRecords({
    store,
    replica: { id: name, name },
    audit: audit && { acknowledges: audit },
    mostQueued: 100,
    warn: message => warnings.push(message),
  });
  onTestFinished(() => records.close());
  return { records, warnings };
}
const ids = async (store: Store) =>
  (await store.records.query({ order: 'oldest', limit: 1_000 })).records.map(each => each.requestId);

describe('records in a store', () => {
  it('let no answer wait, and are written together a moment later', async () => {
    const store = openMemoryStore();
    const { records } = await open(store, undefined);
    for (let each = 0; each < 20; each++) expect(records.add(record(`r${each}`), false)).toBeUndefined();
    await records.flush();
    expect(await ids(store)).toHaveLength(20);
    const [first] = (await store.records.query({ order: 'oldest' })).records;
    expect([first!.chain, JSON.parse(first!.body)]).toMatchObject([undefined, { requestId: 'r0', replica: 'one' }]);
  });

  it('that are to be proven let answers wait that may have changed something, or all', async () => {
    const store = openMemoryStore();
    const { records } = await open(store, 'writes');
    expect(records.add(record('r1'), true)).toBeUndefined();
    const written = records.add(record('r2'), false);
    expect(written).toBeInstanceOf(Promise);
    expect(await written).toBeUndefined();
    expect(await ids(store)).toEqual(['r1', 'r2']);
    const { records: all } = await open(store, 'all');
    expect(all.add(record('r3'), true)).toBeInstanceOf(Promise);
  });

  it('that cannot be kept are told to who waits, and kept later for who does not', async () => {
    const store = openMemoryStore();
    const { records, warnings } = await open(store, 'writes');
    const append = store.records.append.bind(store.records);
    const now = store.now.bind(store);
    const away = async () => {
      throw new StoreFailure('away', 'gone', 'wait');
    };
    Object.assign(store.records, { append: away });
    Object.assign(store, { now: away });
    records.add(record('r1'), true);
    expect(await records.add(record('r2'), false)).toMatchObject({
      problem: { kind: 'unavailable', details: { reason: 'store' } },
    });
    expect(await records.refusal()).toMatchObject({ kind: 'unavailable' });
    expect(warnings).toHaveLength(1);
    Object.assign(store.records, { append });
    Object.assign(store, { now });
    expect(await records.refusal()).toBeUndefined();
    await records.add(record('r3'), false);
    expect(await ids(store)).toEqual(['r1', 'r3']);
  });

  it('over the cap are dropped and counted', async () => {
    const { records } = await open(openMemoryStore(), undefined);
    for (let each = 0; each < 150; each++) records.add(record(`r${each}`), true);
    expect(records.dropped).toBe(50);
  });
});

/** All that a store has of its records, open to whoever can write to it. */
interface Files {
  records: StoredRecord[];
  heads: ChainHead[];
  stubs: ChainStub[];
  roll: StoredDocument | undefined;
}

/** Two chains of 1,500 and 30 records that have seen each other, of which one was pruned. */
async function written(): Promise<{ store: Store; files: Files; chains: readonly [string, string] }> {
  const store = openMemoryStore();
  const one = (await open(store, 'all', 'one')).records;
  const other = (await open(store, 'all', 'other')).records;
  for (let each = 0; each < 1_500; each++) one.add(record(`a${each}`), true);
  await Promise.all(Array.from({ length: 30 }, (_, each) => other.add(record(`b${each}`), false)));
  await one.flush();
  await one.anchor();
  await other.anchor();
  await one.add(record('last'), false);
  const [key] = await store.keys.ring('audit');
  const before = (await store.records.query({ limit: 1_000 })).records;
  expect(before).toHaveLength(1_000);
  const bodies = (await everything(store)).reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  await store.records.prune({ keepBytes: bodies - 1_000, key: key!.secret });
  const files = {
    records: await everything(store),
    heads: [...(await store.records.heads())],
    stubs: [...(await store.records.stubs())],
    roll: await store.documents.read('audit/roll'),
  };
  return { store, files, chains: [one.chain!, other.chain!] };
}

async function everything(store: Store): Promise<StoredRecord[]> {
  const all: StoredRecord[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.records.query({ order: 'oldest', limit: 1_000, cursor });
    all.push(...page.records);
    cursor = page.next;
    if (cursor === undefined) return all;
  }
}

/** The same store with other records. */
function storeWith(store: Store, { records, heads, stubs, roll }: Files): Store {
  return {
    ...store,
    documents: { ...store.documents, read: async () => roll },
    records: {
      ...store.records,
      heads: async () => heads,
      stubs: async () => stubs,
      query: async ({ tool }) => ({ records: records.filter(each => each.tool === tool) }),
      readChain: async (chain, from, limit) =>
        records
          .filter(each => each.chain === chain && each.seq! >= from)
          .sort((left, right) => left.seq! - right.seq!)
          .slice(0, limit),
    },
  };
}

const at = (files: Files, chain: string, seq: number) =>
  files.records.findIndex(each => each.chain === chain && each.seq === seq);
const change = (files: Files, index: number, how: Partial<StoredRecord>) => {
  files.records[index] = { ...files.records[index]!, ...how };
};

/** Gives every record of a chain its hash anew, as somebody would who knows how that is done. */
function rehash(files: Files, chain: string, from: number): void {
  const stub = files.stubs.find(each => each.chain === chain);
  let previous = stub?.hash ?? '';
  for (const each of files.records.filter(given => given.chain === chain)) {
    if (each.seq! >= from)
      change(files, files.records.indexOf(each), {
        hash: linkHash(each, { chain, seq: each.seq!, at: each.at, previous }),
      });
    previous = files.records[at(files, chain, each.seq!)]!.hash!;
  }
  const head = files.heads.findIndex(each => each.chain === chain);
  files.heads[head] = { ...files.heads[head]!, hash: previous };
}

type Tamper = (files: Files, one: string, other: string) => void;
const kinds: readonly (readonly [name: string, how: Tamper])[] = [
  ['a record is removed', (files, one) => files.records.splice(at(files, one, 700), 1)],
  ['the first record is removed', (files, _, other) => files.records.splice(at(files, other, 1), 1)],
  [
    'the last record is removed',
    (files, _, other) =>
      files.records.splice(
        files.records.findLastIndex(each => each.chain === other),
        1,
      ),
  ],
  [
    'many records are removed',
    (files, one) =>
      (files.records = files.records.filter(each => each.chain !== one || each.seq! < 900 || each.seq! > 1_200)),
  ],
  [
    'a record is removed and those after it are counted anew',
    (files, one) => {
      files.records.splice(at(files, one, 700), 1);
      for (const [index, each] of files.records.entries())
        if (each.chain === one && each.seq! > 700) change(files, index, { seq: each.seq! - 1 });
    },
  ],
  ['the body of a record is changed', (files, one) => change(files, at(files, one, 800), { body: '{}' })],
  ['the caller of a record is changed', (files, one) => change(files, at(files, one, 801), { caller: 'eve' })],
  ['the tool of a record is changed', (files, one) => change(files, at(files, one, 802), { tool: 'other' })],
  ['the server of a record is changed', (files, one) => change(files, at(files, one, 803), { server: 'other' })],
  ['the time of a record is changed', (files, one) => change(files, at(files, one, 804), { at: 5 })],
  ['the kinds of a record are changed', (files, one) => change(files, at(files, one, 805), { kinds: ['timeout'] })],
  ['the id of a request is changed', (files, one) => change(files, at(files, one, 806), { requestId: 'x' })],
  [
    'two records change places',
    (files, one) => {
      const [left, right] = [at(files, one, 810), at(files, one, 811)];
      const [first, second] = [files.records[left]!, files.records[right]!];
      change(files, left, { ...second, seq: 810 });
      change(files, right, { ...first, seq: 811 });
    },
  ],
  [
    'a record is put in twice',
    (files, one) => {
      const index = at(files, one, 820);
      files.records.splice(index, 0, files.records[index]!);
    },
  ],
  [
    'a record of another chain is put in',
    (files, one, other) => {
      const given = files.records[at(files, other, 5)]!;
      change(files, at(files, one, 830), { ...given, chain: one, seq: 830 });
    },
  ],
  [
    'a record is changed and all hashes are made anew',
    (files, one) => {
      change(files, at(files, one, 840), { caller: 'eve' });
      rehash(files, one, 840);
    },
  ],
  ['the hash of a record is changed', (files, one) => change(files, at(files, one, 850), { hash: '0'.repeat(64) })],
  [
    'a record is added behind the end',
    (files, _, other) => {
      const last = files.records.findLast(each => each.chain === other)!;
      files.records.push({
        ...last,
        seq: last.seq! + 1,
        hash: linkHash(last, { chain: other, seq: last.seq! + 1, at: last.at, previous: last.hash! }),
      });
    },
  ],
  [
    'the end of a chain is moved back',
    (files, _, other) => {
      const kept = files.records.filter(each => each.chain !== other || each.seq! <= 10);
      const last = kept.findLast(each => each.chain === other)!;
      files.records = kept;
      files.heads = files.heads.map(each => (each.chain === other ? { ...each, seq: 10, hash: last.hash! } : each));
    },
  ],
  [
    'the end of a chain is signed by somebody else',
    (files, one) =>
      (files.heads = files.heads.map(each => (each.chain === one ? { ...each, signature: 'f'.repeat(64) } : each))),
  ],
  ['the end of a chain is missing', (files, one) => (files.heads = files.heads.filter(each => each.chain !== one))],
  [
    'what stands for pruned records is changed',
    (files, one) => (files.stubs = files.stubs.map(each => (each.chain === one ? { ...each, removed: 1 } : each))),
  ],
  ['what stands for pruned records is missing', files => (files.stubs = [])],
  [
    'more is removed than what stands for it',
    (files, one) => {
      const seq = files.stubs.find(each => each.chain === one)!.seq + 1;
      files.records.splice(at(files, one, seq), 1);
    },
  ],
  [
    'a chain is missing as a whole',
    (files, _, other) => {
      files.records = files.records.filter(each => each.chain !== other);
      files.heads = files.heads.filter(each => each.chain !== other);
    },
  ],
  [
    'the newest chain is missing, and those that saw it',
    (files, one) => {
      files.records = files.records.filter(each => each.chain !== one);
      files.heads = files.heads.filter(each => each.chain !== one);
      files.stubs = [];
    },
  ],
  ['the roll of chains is missing', files => (files.roll = undefined)],
  [
    'the roll of chains is changed',
    (files, one) => (files.roll = { ...files.roll!, text: files.roll!.text.replace(one, 'x') }),
  ],
];

describe('verifying', () => {
  it('finds nothing in records that are as they were written, pruned ones included', async () => {
    const { store, files } = await written();
    const found = await verifyRecords(storeWith(store, files));
    expect(found).toMatchObject({ chains: 2, tampering: [], pruned: expect.any(Number) });
    expect(found.pruned).toBeGreaterThan(0);
    expect(found.records).toBe(files.records.length);
  });

  it('finds every kind of tampering', async () => {
    const { store, files, chains } = await written();
    const missed: string[] = [];
    for (const [name, tamper] of kinds) {
      const copy = { ...files, records: [...files.records], heads: [...files.heads], stubs: [...files.stubs] };
      tamper(copy, ...chains);
      const { tampering } = await verifyRecords(storeWith(store, copy));
      if (tampering.length === 0) missed.push(name);
    }
    expect(missed).toEqual([]);
    expect(kinds.length).toBeGreaterThanOrEqual(20);
  });

  it('names the first record that is not as it was', async () => {
    const { store, files, chains } = await written();
    change(files, at(files, chains[0], 900), { caller: 'eve' });
    change(files, at(files, chains[0], 950), { caller: 'eve' });
    const { tampering } = await verifyRecords(storeWith(store, files));
    expect(tampering).toMatchObject([{ chain: chains[0], seq: 900, what: 'changed', requestId: 'a899' }]);
  });
});
