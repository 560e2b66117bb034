import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../test/support/free-port.js';
import { PostgresServer, postgresPrograms } from '../../../test/support/postgres.js';
import { type Notice, openStore, type Store } from '../src/index.js';
import { checkServer } from '../src/postgres/migrate.js';
import { failureOf } from './support/failing.js';

const record = { requestId: 'r', caller: 'ana', tool: 'send', kinds: [], body: 'x'.repeat(20_000) };
const append = (store: Store) => store.records.append({ records: [record], durable: true });

it('a server that is too old is refused, with what is needed', () => {
  expect(() => checkServer(120_022, 'postgres://h/d')).toThrow(/version 12.*too old/);
  expect(() => checkServer(130_000, 'postgres://h/d')).not.toThrow();
});

it('a server that does not answer is away, and is named without the password', async () => {
  const port = await freePort();
  const failure = await failureOf(openStore(`postgres://ana:hunter2hunter2@127.0.0.1:${port}/concord`));
  expect([failure.reason, failure.message]).toEqual(['away', `No PostgreSQL server answers at 127.0.0.1:${port}`]);
  expect(failure.problem.retryable).toBe(true);
});

describe.skipIf(postgresPrograms === undefined)('a PostgreSQL store', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.remove());

  it('is named without its password', async () => {
    const store = await openStore(server.address());
    expect(store.place).toBe(`postgres://concord@127.0.0.1:${server.port}/concord`);
    await store.close();
  });

  it.each([
    ['a wrong password', { password: 'not it at all' }, 'denied', 'name or password is wrong'],
    ['a user who is not there', { user: 'nobody' }, 'denied', 'name or password is wrong'],
    ['a database that is not there', { database: 'nowhere' }, 'bad-address', 'has no database nowhere'],
  ] as const)('says that the address has %s', async (_, given, reason, words) => {
    const failure = await failureOf(openStore(server.address(given)));
    expect([failure.reason, failure.message]).toEqual([reason, expect.stringContaining(words)]);
    expect(failure.next).not.toBe('');
    expect(JSON.stringify([failure.message, failure.next, failure.problem])).not.toMatch(/not it at all|pass%2Fword/);
  });

  it('says that a user may make no tables', async () => {
    await server.sql(`CREATE ROLE guest LOGIN PASSWORD 'guest'; CREATE DATABASE guests`);
    const failure = await failureOf(
      openStore(server.address({ user: 'guest', password: 'guest', database: 'guests' })),
    );
    expect(failure.reason).toBe('denied');
    expect(failure.next).toContain('GRANT CREATE');
  });

  it('says that the server is read-only, and works again when it is not', async () => {
    await server.sql('CREATE DATABASE readers', 'postgres');
    const address = server.address({ database: 'readers' });
    await (await openStore(address)).close();
    await server.sql('ALTER DATABASE readers SET default_transaction_read_only TO on', 'postgres');
    const store = await openStore(address);
    const failure = await failureOf(append(store));
    expect([failure.reason, failure.next]).toEqual(['read-only', expect.stringContaining('primary')]);
    expect(await store.now()).toBeGreaterThan(0);
    await store.close();
    await server.sql('ALTER DATABASE readers RESET default_transaction_read_only', 'postgres');
    const again = await openStore(address);
    await append(again);
    await again.close();
  });

  it('says that the disk is full, and works again when there is room', async context => {
    const { folder: disk, mountOptions } = server.newFolder('small');
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=16m,${mountOptions}`, 'tmpfs', disk]).status !== 0)
      return context.skip('this user may not mount a small disk');
    try {
      await server.sql(`CREATE TABLESPACE small LOCATION '${disk}'`, 'postgres');
      await server.sql('CREATE DATABASE little TABLESPACE small', 'postgres');
      const store = await openStore(server.address({ database: 'little' }));
      let kept = 0;
      const full = await failureOf(
        (async () => {
          for (;;) {
            // What does not get smaller by being compressed.
            const body = Array.from({ length: 20_000 }, () => Math.random().toString(36).slice(2, 12)).join('');
            await store.records.append({ records: [{ ...record, body }], durable: true });
            kept += 1;
          }
        })(),
      );
      expect(full.reason).toBe('full');
      expect((await store.records.query({ limit: 1_000 })).records).toHaveLength(kept);
      execFileSync('mount', ['-o', 'remount,size=64m', disk]);
      await append(store);
      await store.close();
      await server.sql('DROP DATABASE little', 'postgres');
      await server.sql('DROP TABLESPACE small', 'postgres');
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('is away while the server is stopped, and works by itself once it runs again, over connections it had', async () => {
    const store = await openStore(server.address());
    const notices: Notice[] = [];
    store.onNotice(notice => notices.push(notice));
    await Promise.all(Array.from({ length: 20 }, () => store.now()));
    await server.stop('SIGQUIT');
    expect((await failureOf(store.now())).reason).toBe('away');
    expect((await failureOf(append(store))).reason).toBe('away');
    await server.run();
    await Promise.all(Array.from({ length: 20 }, () => append(store)));
    // It listens again too, and tells of all that it may have missed.
    notices.length = 0;
    while (!notices.some(({ topic }) => topic === 'callers')) await sleep(20);
    await store.close();
  });

  it('is away while the server is paused, after five seconds, and works by itself once it goes on', async () => {
    const store = await openStore(server.address());
    await store.now();
    server.signal('SIGSTOP');
    try {
      expect((await failureOf(append(store))).reason).toBe('away');
    } finally {
      server.signal('SIGCONT');
    }
    await append(store);
    await store.close();
  });

  it('is told of what another process changes', async () => {
    const [one, other] = [await openStore(server.address()), await openStore(server.address())];
    const told: Notice[] = [];
    one.onNotice(notice => told.push(notice));
    await other.documents.write('pins', '{}', 0);
    while (!told.some(({ topic, key }) => topic === 'documents' && (key === 'pins' || key === undefined)))
      await sleep(20);
    await one.close();
    await other.close();
  });
});
