import { parseArgs } from 'node:util';
import { leasesPerSecond } from './capacity.js';
import { type Result, type Scenario, simulate } from './simulation.js';

const HELP = `npm run simulate -- [options]
  the limiters and buckets of the gateway on simulated time: how far many replicas are from one, and what they ask of the store

  --replicas N        1000
  --callers N         1000000
  --seconds N         20 simulated seconds
  --load N,N          calls a second: 1000,10000,50000
  --store ADDRESS     measures how many leases a second this store grants, and says where one store ends
  --seed N            1

  npm run simulate
  npm run simulate -- --store postgres://app@localhost/app
`;

/** Statements of one lease, with those that begin and end its transaction (\`packages/store/src/sql/quotas.ts\`). */
const STATEMENTS_OF_LEASE = 7;

const { values } = parseArgs({
  options: {
    replicas: { type: 'string', default: '1000' },
    callers: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '20' },
    load: { type: 'string', default: '1000,10000,50000' },
    store: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const whole = (name: 'replicas' | 'callers' | 'seconds' | 'seed', text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  process.stderr.write(`--${name} takes a whole number above 0, not '${text}'\n`);
  process.exit(1);
};
const loads = values.load.split(',').map(Number);
if (loads.some(load => !(load > 0))) {
  process.stderr.write(`--load takes calls a second, as 1000,10000, not '${values.load}'\n`);
  process.exit(1);
}

const common = {
  replicas: whole('replicas', values.replicas),
  seconds: whole('seconds', values.seconds),
  seed: whole('seed', values.seed),
  storeMs: 2,
};
const callers = whole('callers', values.callers);
const perMinute = { tokens: 60, perMs: 60_000 };
const busiest = Math.max(...loads);

const scenarios: readonly Scenario[] = [
  ...loads.map(load => ({
    ...common,
    name: `callers with 60/min each, ${load}/s, a few replicas each`,
    callers,
    rate: perMinute,
    load,
    skew: 0.9,
    replicasOfCaller: 3,
    lost: 0,
  })),
  ...loads.map(load => ({
    ...common,
    name: `callers with 60/min each, ${load}/s, any replica`,
    callers,
    rate: perMinute,
    load,
    skew: 0.9,
    replicasOfCaller: common.replicas,
    lost: 0,
  })),
  {
    ...common,
    name: `callers with 60/min each, ${busiest}/s, a tenth of the replicas lost`,
    callers,
    rate: perMinute,
    load: busiest,
    skew: 0.9,
    replicasOfCaller: 3,
    lost: 0.1,
  },
  {
    ...common,
    name: `one server with 5000/s for all, asked for ${busiest}/s`,
    callers: 1,
    rate: { tokens: 5_000, perMs: 1_000 },
    load: busiest,
    skew: 0,
    replicasOfCaller: common.replicas,
    lost: 0,
  },
  {
    ...common,
    name: 'one server with 5000/s for all, asked for 4000/s',
    callers: 1,
    rate: { tokens: 5_000, perMs: 1_000 },
    load: 4_000,
    skew: 0,
    replicasOfCaller: common.replicas,
    lost: 0,
  },
];

const capacity = values.store === undefined ? undefined : await leasesPerSecond(values.store);
const width = Math.max(...scenarios.map(({ name }) => name.length));
process.stdout.write(
  `${common.replicas} replicas, ${callers} callers, ${common.seconds} simulated seconds, ${common.storeMs} ms to the store\n\n`,
);
process.stdout.write(
  `${'scenario'.padEnd(width)}     calls  admitted     ideal    over  unused  leases/s  statements/s  per call\n`,
);
const share = (part: number) => `${(100 * part).toFixed(2)} %`.padStart(7);
const count = (value: number, columns: number) => String(Math.round(value)).padStart(columns);
for (const scenario of scenarios) {
  const result: Result = await simulate(scenario);
  const { calls, admitted, ideal, over, unused, leases } = result;
  const cells = [count(calls, 9), count(admitted, 9), count(ideal, 9), share(over), share(unused), count(leases, 9)];
  const perCall = ((leases * scenario.seconds) / calls).toFixed(2);
  process.stdout.write(
    `${scenario.name.padEnd(width)} ${cells.join(' ')} ${count(leases * STATEMENTS_OF_LEASE, 13)} ${perCall.padStart(9)}\n`,
  );
  if (capacity !== undefined) {
    const ends = (capacity / leases) * scenario.load;
    process.stdout.write(`${''.padEnd(width)} one store ends at about ${Math.round(ends)} calls a second\n`);
  }
}
if (capacity !== undefined) process.stdout.write(`\nthis store: ${Math.round(capacity)} leases a second\n`);
