import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AppendRequest, LedgerClaim, LockClaim, Store } from '../../src/index.js';
import { newReplica, type Stage, type SuiteCase } from './case.js';

const key = Buffer.alloc(32, 7);

interface RunningCall {
  readonly replica: string;
  readonly lock: LockClaim;
  readonly ledger: LedgerClaim;
  readonly records: AppendRequest;
}

/** A call that holds a lock, has an entry in the ledger, and is to be recorded. */
async function runningCall({ store, name }: Stage): Promise<RunningCall> {
  const replica = await newReplica(store);
  const holder = { operation: 'send', target: 'mail', pid: 1 };
  const lock: LockClaim = { lock: randomUUID(), replica, keys: [{ key: name('key'), mode: 'write' }], holder };
  const call = { caller: name('ana'), tool: 'send', key: 'k', argsHash: 'h', requestId: name('id') };
  const ledger: LedgerClaim = { ...call, entry: randomUUID(), replica, keepMs: 60_000 };
  const record = { requestId: call.requestId, caller: call.caller, tool: 'send', kinds: [], body: '{}' };
  await store.locks.acquire(lock);
  await store.ledger.begin(ledger);
  return { replica, lock, ledger, records: { records: [record], durable: true, chain: { chain: name('chain'), key } } };
}

const endOf = ({ lock, ledger, records }: RunningCall) => ({
  lock: lock.lock,
  ledger: { entry: ledger.entry, answer: 'done' },
  records,
});

/** What the store knows of the call: whether its lock is held, what its ledger says, how many records it has. */
async function traces(store: Store, { lock, ledger }: RunningCall) {
  const replica = await newReplica(store);
  const { status } = await store.ledger.begin({ ...ledger, entry: randomUUID(), replica });
  const { records } = await store.records.query({ requestId: ledger.requestId });
  return { held: await store.locks.holds(lock.lock), status, records: records.length };
}

export const concludeCases: readonly SuiteCase[] = [
  {
    promise: 'ledger, record and lock end in one step',
    async run(stage) {
      const call = await runningCall(stage);
      assert.deepEqual(await stage.store.conclude(endOf(call)), { kept: true });
      assert.deepEqual(await traces(stage.store, call), { held: false, status: 'finished', records: 1 });
    },
  },
  {
    promise: 'where the lock is lost nothing is kept',
    async run(stage) {
      const call = await runningCall(stage);
      await stage.store.locks.release(call.lock.lock);
      assert.deepEqual(await stage.store.conclude(endOf(call)), { kept: false, lost: 'lock' });
      assert.deepEqual(await traces(stage.store, call), { held: false, status: 'running', records: 0 });
    },
  },
  {
    promise: 'where the entry is lost nothing is kept, and the lock stays',
    async run(stage) {
      const call = await runningCall(stage);
      await stage.store.ledger.abandon(call.ledger.entry);
      assert.deepEqual(await stage.store.conclude(endOf(call)), { kept: false, lost: 'ledger' });
      assert.deepEqual(await traces(stage.store, call), { held: true, status: 'fresh', records: 0 });
    },
  },
  {
    promise: 'a replica that was buried concludes nothing',
    async run(stage) {
      const call = await runningCall(stage);
      await stage.store.replicas.leave(call.replica);
      assert.equal((await stage.store.conclude(endOf(call))).kept, false);
      assert.deepEqual(await traces(stage.store, call), { held: false, status: 'unknown', records: 0 });
    },
  },
  {
    promise: 'concluding again does nothing more',
    async run(stage) {
      const call = await runningCall(stage);
      await stage.store.conclude(endOf(call));
      assert.deepEqual(await stage.store.conclude(endOf(call)), { kept: true });
      assert.deepEqual(await traces(stage.store, call), { held: false, status: 'finished', records: 1 });
    },
  },
  {
    promise: 'a call without lock or ledger is recorded alone, and a call cut off is unknown',
    async run(stage) {
      const call = await runningCall(stage);
      const cutOff = { ledger: { entry: call.ledger.entry, unknown: true as const }, lock: call.lock.lock };
      assert.deepEqual(await stage.store.conclude({ records: call.records }), { kept: true });
      assert.deepEqual(await stage.store.conclude(cutOff), { kept: true });
      assert.deepEqual(await traces(stage.store, call), { held: false, status: 'unknown', records: 1 });
    },
  },
  {
    promise: 'whoever waits in line is told of the release',
    async run(stage) {
      const { store } = stage;
      const call = await runningCall(stage);
      const waiting = { ...call.lock, lock: randomUUID(), waitMs: 60_000 };
      assert.equal((await store.locks.acquire(waiting)).held, false);
      await store.conclude(endOf(call));
      assert.equal((await store.locks.acquire(waiting)).held, true);
    },
  },
];
