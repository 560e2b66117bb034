// Keeps records in a store as a gateway does, and says which are kept, until it is killed. Plain JavaScript: it is started as it is.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { Membership, openStore } from '@concord/store';
import { StoreRecords } from '../../dist/records/store-records.js';

const store = await openStore(process.argv[2]);
const membership = await Membership.join(store);
const replica = {
  get id() {
    return membership.replica;
  },
  name: `${process.pid}`,
};
const records = new StoreRecords({
  store,
  replica,
  audit: { acknowledges: 'writes' },
  mostQueued: 10_000,
  warn: () => {},
});
const record = requestId => ({
  timestamp: new Date().toISOString(),
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
});
writeSync(1, 'ready\n');

/** One caller after the other, each told when its record is kept. */
async function work() {
  for (;;) {
    const id = randomUUID();
    records.add(record(randomUUID()), true);
    const failed = await records.add(record(id), false);
    if (!failed) writeSync(1, `${id}\n`);
  }
}
setInterval(() => void records.anchor(), 20);
await Promise.all([work(), work(), work()]);
