import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresServer, postgresPrograms } from '../../../test/support/postgres.js';
import { openStore, type Store, type StoredRecord } from '../src/index.js';
import { nodeWithSqlite } from './support/node-with-sqlite.js';
import { compileProgram } from './support/suite-run.js';

let folder: string;
let program: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'concord-contest-'));
  program = compileProgram('contender-process', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const times = { leaseMs: 1_000, renewMs: 300 };

interface Contest {
  readonly address: string;
  readonly library?: 'node' | 'wasm';
  readonly node?: string;
}

/** What processes said, by its first word. */
type Said = Record<'enter' | 'commit' | 'lost' | 'failed' | 'ready', number>;

/** Has sixteen processes compete for one lock, while they are killed and stopped at random, for so many seconds. */
async function compete({ address, library, node = process.execPath }: Contest, seconds: number) {
  const said: Said = { enter: 0, commit: 0, lost: 0, failed: 0, ready: 0 };
  const failures = new Set<string>();
  const living = new Set<ChildProcess>();
  const stopped: Promise<unknown>[] = [];
  let kills = 0;
  let isOver = false;
  const stop = (victim: ChildProcess): void => {
    // Longer than its lease.
    if (victim.kill('SIGSTOP'))
      stopped.push(sleep(times.leaseMs * (1.5 + Math.random())).then(() => victim.kill('SIGCONT')));
  };
  const strike = (victim: ChildProcess): void => {
    if (Math.random() < 0.5) return stop(victim);
    victim.kill('SIGKILL');
    kills += 1;
  };
  const start = (): void => {
    const order = JSON.stringify({ address, library, ...times });
    const child = spawn(node, [program, order], { stdio: ['ignore', 'pipe', 'inherit'] });
    living.add(child);
    createInterface({ input: child.stdout }).on('line', line => {
      const [what, ...rest] = line.split(' ');
      said[what as keyof Said] += 1;
      if (what === 'failed') failures.add(rest.join(' ').replace(/replica \S+/, 'replica …'));
      if (what !== 'enter' || isOver) return;
      // While it is in.
      if (said.enter % 20 === 5) stop(child);
      else if (Math.random() < 0.1) strike(child);
    });
    child.once('exit', () => {
      living.delete(child);
      if (!isOver) start();
    });
  };
  for (let count = 0; count < 16; count += 1) start();
  while (said.commit === 0) await sleep(20);
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    await sleep(Math.random() * 1_000);
    const all = [...living];
    strike(all[Math.floor(Math.random() * all.length)]!);
  }
  isOver = true;
  await Promise.all(stopped);
  // Those who were stopped last find out.
  await sleep(500);
  const last = [...living];
  for (const child of last) child.kill('SIGKILL');
  await Promise.all(last.map(child => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  return { said, failures: [...failures], kills };
}

async function allRecords(store: Store): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await store.records.query({ tool: 'contend', order: 'oldest', limit: 1_000, cursor });
    found.push(...page.records);
    cursor = page.next;
  }
  return found;
}

/** Holds what was committed to the promise: each commit has a higher fence than all before it. */
async function expectOneHolderAtATime(contest: Contest, read: () => Promise<Store>): Promise<void> {
  const { said, failures, kills } = await compete(contest, 20);
  const store = await read();
  const fences = (await allRecords(store)).map(({ body }) => (JSON.parse(body) as { fence: number }).fence);
  await store.close();
  console.log(
    contest.address.split(':')[0],
    contest.library ?? '',
    JSON.stringify({ ...said, kills, kept: fences.length }),
    failures,
  );
  expect(fences).toEqual([...new Set(fences)].sort((one, other) => one - other));
  expect(fences.length).toBeGreaterThanOrEqual(said.commit);
  expect(said.commit).toBeGreaterThan(20);
  expect(kills).toBeGreaterThan(10);
  // A holder that was stopped longer than its lease has been told that it may not commit.
  expect(said.lost).toBeGreaterThan(0);
}

describe('sixteen processes, killed and stopped longer than a lease', () => {
  it('never commit beside each other with SQLite, by the library for Node 20', async () => {
    const contest: Contest = { address: `sqlite:${folder}/wasm/store.db`, library: 'wasm' };
    await expectOneHolderAtATime(contest, () => openStore(contest.address));
  });

  it.skipIf(nodeWithSqlite === undefined)(
    'never commit beside each other with SQLite, by the library of Node',
    async () => {
      const contest: Contest = { address: `sqlite:${folder}/node/store.db`, library: 'node', node: nodeWithSqlite! };
      await expectOneHolderAtATime(contest, () => openStore(contest.address));
    },
  );

  it.skipIf(postgresPrograms === undefined)('never commit beside each other with PostgreSQL', async () => {
    const server = await PostgresServer.start();
    try {
      await expectOneHolderAtATime({ address: server.address() }, () => openStore(server.address()));
    } finally {
      await server.remove();
    }
  });
});
