import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { SPILL_CHUNK_BYTES, type Store } from '../../src/index.js';
import { after, newReplica, type Stage, type SuiteCase } from './case.js';

const storeBytes = 1_073_741_824;

interface Put {
  readonly caller: string;
  readonly bytes: Uint8Array;
  readonly keepMs?: number;
  readonly storeBytes?: number;
  readonly replica?: string;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Begins an upload and writes all its pieces. */
async function upload(store: Store, { caller, bytes, ...more }: Put): Promise<string | undefined> {
  const { upload: id } = await store.spills.begin({
    caller,
    sha256: hashOf(bytes),
    bytes: bytes.length,
    mimeType: 'text/plain',
    lineMarks: [0, 3, 7],
    replica: more.replica ?? (await newReplica(store)),
    keepMs: more.keepMs ?? 60_000,
    storeBytes: more.storeBytes ?? storeBytes,
  });
  if (id === undefined) return undefined;
  for (let index = 0; index * SPILL_CHUNK_BYTES < bytes.length; index += 1)
    await store.spills.write(id, index, bytes.subarray(index * SPILL_CHUNK_BYTES, (index + 1) * SPILL_CHUNK_BYTES));
  return id;
}

async function put(store: Store, given: Put): Promise<string> {
  const id = await upload(store, given);
  if (id !== undefined) await store.spills.seal(id);
  return hashOf(given.bytes);
}

const callerOf = ({ name }: Stage) => name('caller');

export const spillCases: readonly SuiteCase[] = [
  {
    promise: 'a spill comes back as it was, with what it is',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(600_000)];
      const sha256 = await put(store, { caller, bytes });
      assert.deepEqual(Buffer.from((await store.spills.read(caller, sha256, 0, bytes.length))!), bytes);
      const { createdAt, expiresAt, ...spill } = (await store.spills.find(caller, sha256))!;
      assert.deepEqual(spill, { caller, sha256, bytes: 600_000, mimeType: 'text/plain', lineMarks: [0, 3, 7] });
      assert.ok(createdAt <= (await store.now()) && expiresAt - createdAt === 60_000);
    },
  },
  {
    promise: 'any range of a spill can be read, within a piece and across pieces',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(2 * SPILL_CHUNK_BYTES + 1_000)];
      const sha256 = await put(store, { caller, bytes });
      const ends = [
        0,
        1,
        SPILL_CHUNK_BYTES - 1,
        SPILL_CHUNK_BYTES,
        SPILL_CHUNK_BYTES + 1,
        bytes.length - 1,
        bytes.length,
      ];
      for (const from of ends)
        for (const to of [...ends, bytes.length + 10])
          assert.deepEqual(
            Buffer.from((await store.spills.read(caller, sha256, from, to))!),
            from >= to ? Buffer.alloc(0) : bytes.subarray(from, to),
            `${from} to ${to}`,
          );
    },
  },
  {
    promise: 'an empty spill is one too',
    async run(stage) {
      const [{ store }, caller] = [stage, callerOf(stage)];
      const sha256 = await put(store, { caller, bytes: new Uint8Array() });
      assert.equal((await store.spills.find(caller, sha256))!.bytes, 0);
      assert.equal((await store.spills.read(caller, sha256, 0, 10))!.length, 0);
    },
  },
  {
    promise: 'a spill of another caller is not there',
    async run(stage) {
      const [{ store, name }, bytes] = [stage, randomBytes(1_000)];
      const sha256 = await put(store, { caller: callerOf(stage), bytes });
      assert.equal(await store.spills.find(name('other'), sha256), undefined);
      assert.equal(await store.spills.read(name('other'), sha256, 0, 10), undefined);
      assert.equal(await store.spills.remove(name('other'), sha256), false);
    },
  },
  {
    promise: 'what is not sealed is visible to nobody',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(300_000)];
      await upload(store, { caller, bytes });
      assert.equal(await store.spills.find(caller, hashOf(bytes)), undefined);
      assert.deepEqual(await store.spills.list(caller), []);
    },
  },
  {
    promise: 'an upload that lacks pieces cannot be sealed',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(600_000)];
      const { upload: id } = await store.spills.begin({
        caller,
        sha256: hashOf(bytes),
        bytes: bytes.length,
        mimeType: 'text/plain',
        lineMarks: [],
        replica: await newReplica(store),
        keepMs: 60_000,
        storeBytes,
      });
      await store.spills.write(id!, 0, bytes.subarray(0, SPILL_CHUNK_BYTES));
      await assert.rejects(store.spills.seal(id!));
      assert.equal(await store.spills.find(caller, hashOf(bytes)), undefined);
    },
  },
  {
    promise: 'an upload goes with its replica',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes, replica] = [callerOf(stage), randomBytes(1_000), await newReplica(store)];
      const id = await upload(store, { caller, bytes, replica });
      await store.replicas.leave(replica);
      await assert.rejects(store.spills.seal(id!));
      assert.equal(await store.spills.find(caller, hashOf(bytes)), undefined);
    },
  },
  {
    promise: 'a sealed spill outlives its replica',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes, replica] = [callerOf(stage), randomBytes(1_000), await newReplica(store)];
      const sha256 = await put(store, { caller, bytes, replica });
      await store.replicas.leave(replica);
      assert.ok(await store.spills.find(caller, sha256));
    },
  },
  {
    promise: 'an upload that is abandoned is gone',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(1_000)];
      const id = await upload(store, { caller, bytes });
      await store.spills.abandon(id!);
      await assert.rejects(store.spills.seal(id!));
    },
  },
  {
    promise: 'the same content of the same caller is stored once, and kept for longer',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(1_000)];
      const sha256 = await put(store, { caller, bytes, keepMs: 10_000 });
      const before = (await store.spills.find(caller, sha256))!.expiresAt;
      assert.equal(await upload(store, { caller, bytes, keepMs: 90_000 }), undefined);
      assert.ok((await store.spills.find(caller, sha256))!.expiresAt > before);
      assert.equal((await store.spills.list(caller)).length, 1);
    },
  },
  {
    promise: 'two uploads of the same content at once end as one spill',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(1_000)];
      const [one, other] = [await upload(store, { caller, bytes }), await upload(store, { caller, bytes })];
      await Promise.all([store.spills.seal(one!), store.spills.seal(other!)]);
      assert.equal((await store.spills.list(caller)).length, 1);
      assert.deepEqual(Buffer.from((await store.spills.read(caller, hashOf(bytes), 0, 1_000))!), bytes);
    },
  },
  {
    promise: 'a spill past its time is not there, and sweeping removes it',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(1_000)];
      const sha256 = await put(store, { caller, bytes, keepMs: 1 });
      await after(store, 2);
      assert.equal(await store.spills.find(caller, sha256), undefined);
      assert.equal(await store.spills.read(caller, sha256, 0, 10), undefined);
      assert.deepEqual(await store.spills.list(caller), []);
      await store.spills.sweep();
      assert.ok(await upload(store, { caller, bytes }));
    },
  },
  {
    promise: 'sweeping leaves uploads that go on alone',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(1_000)];
      const id = await upload(store, { caller, bytes });
      await store.spills.sweep();
      await store.spills.seal(id!);
      assert.ok(await store.spills.find(caller, hashOf(bytes)));
    },
  },
  {
    promise: 'a spill is removed once',
    async run(stage) {
      const { store } = stage;
      const [caller, bytes] = [callerOf(stage), randomBytes(1_000)];
      const sha256 = await put(store, { caller, bytes });
      assert.equal(await store.spills.remove(caller, sha256), true);
      assert.equal(await store.spills.remove(caller, sha256), false);
      assert.equal(await store.spills.read(caller, sha256, 0, 10), undefined);
    },
  },
  {
    promise: 'the spills of a caller are listed, the newest first',
    async run(stage) {
      const { store } = stage;
      const caller = callerOf(stage);
      const hashes: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        hashes.unshift(await put(store, { caller, bytes: randomBytes(1_000) }));
        await after(store, 1);
      }
      assert.deepEqual(
        (await store.spills.list(caller)).map(({ sha256 }) => sha256),
        hashes,
      );
      const all = (await store.spills.list()).map(({ sha256 }) => sha256);
      assert.ok(hashes.every(hash => all.includes(hash)));
    },
  },
  {
    promise: 'where there is no room those go first that were not used for longest',
    async run(stage) {
      const { store, processes } = stage;
      const caller = callerOf(stage);
      for (const spill of await store.spills.list()) await store.spills.remove(spill.caller, spill.sha256);
      const hashes: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        hashes.push(await put(store, { caller, bytes: randomBytes(100_000), storeBytes: 250_000 }));
        await after(store, 1);
      }
      const left = await store.spills.list();
      assert.ok(left.reduce((sum, { bytes }) => sum + bytes, 0) <= 250_000);
      if (processes === 1)
        assert.deepEqual(
          left.map(({ sha256 }) => sha256),
          [hashes[3], hashes[2]],
        );
    },
  },
];
