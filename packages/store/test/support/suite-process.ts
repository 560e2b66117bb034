// A process that runs cases of the suite on a store, as it is told on its standard input: one JSON line for each.
import { createInterface } from 'node:readline';
import { openStore, type Store } from '../../src/index.js';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.js';
import type { Stage } from '../suite/case.js';
import { suite } from '../suite/index.js';

interface Order {
  readonly address: string;
  readonly library?: 'node' | 'wasm';
  readonly index: number;
  readonly processes: number;
}

const order = JSON.parse(process.argv[2]!) as Order;

function open({ address, library }: Order): Promise<Store> {
  return library === undefined ? openStore(address) : openSqliteStore(address.slice('sqlite:'.length), { library });
}

function stageOf(store: Store, number: number): Stage {
  const run = `case ${number} of ${order.processes}`;
  return {
    store,
    processes: order.processes,
    index: order.index,
    name: text => `${run} ${order.index} ${text}`,
    sharedName: text => `${run} ${text}`,
  };
}

const store = await open(order);
process.stdout.write(`${JSON.stringify({ ready: true, node: process.version })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const promise = JSON.parse(line) as string;
  const number = suite.findIndex(each => each.promise === promise);
  const answer = await suite[number]!.run(stageOf(store, number)).then(
    returned => ({ returned: returned ?? null }),
    error => ({ failed: String((error as Error).stack ?? error) }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await store.close();
