// A process that wants one lock again and again, and commits under it. It is killed and stopped by the test.
import { setTimeout as sleep } from 'node:timers/promises';
import { locksOf, Membership, openStore, type Store, type StoreLease } from '../../src/index.js';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.js';

interface Order {
  readonly address: string;
  readonly library?: 'node' | 'wasm';
  readonly leaseMs: number;
  readonly renewMs: number;
}

const { address, library, ...times } = JSON.parse(process.argv[2]!) as Order;

const open = (): Promise<Store> =>
  library === undefined ? openStore(address) : openSqliteStore(address.slice('sqlite:'.length), { library });

const store = await open();
const membership = await Membership.join(store, times);
const locks = locksOf(store, membership);
const say = (what: string) => process.stdout.write(`${what}\n`);
say('ready');
for (;;) {
  try {
    const request = { keys: [{ key: 'the one', mode: 'write' as const }], operation: 'contend', target: 'test' };
    const lease = await locks.acquire(request, { waitMs: 60_000 });
    if (!lease.held) continue;
    const { lock, fence } = (lease as StoreLease).outer!;
    say(`enter ${fence}`);
    await sleep(Math.random() * 50);
    const records = [
      { requestId: lock, caller: String(process.pid), tool: 'contend', kinds: [], body: JSON.stringify({ fence }) },
    ];
    const end = await store.conclude({ lock, records: { records, durable: false } });
    say(end.kept ? `commit ${fence}` : `lost ${fence}`);
    await lease.release();
  } catch (error) {
    say(`failed ${(error as Error).message}`);
    await sleep(20);
  }
}
