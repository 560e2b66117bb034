import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresServer, postgresPrograms } from '../../../test/support/postgres.js';
import { openStore, type Store } from '../src/index.js';
import { migrationsFor, SCHEMA_TABLE } from '../src/sql/migrations.js';
import { openWasmFile } from '../src/sqlite/wasm-library.js';
import { failureOf } from './support/failing.js';

/** Rows that a database of each schema may have, by the step that made their tables. */
const rows: Readonly<Record<number, readonly string[]>> = {
  1: [
    `INSERT INTO replicas (id, joined_at, lease_until) VALUES ('old replica', 1, 99999999999999)`,
    `INSERT INTO locks (lock, key, mode, replica, holder, since) VALUES ('old lock', 'app', 'write', 'old replica', '{"operation":"build","target":"app","pid":1}', 1)`,
  ],
  2: [
    `INSERT INTO ledger (caller, tool, key, entry, args_hash, request_id, since, expires_at, answer, finished_at)
     VALUES ('ana', 'send', 'k', 'old entry', 'h', 'r', 1, 99999999999999, 'done', 2)`,
  ],
  3: [
    `INSERT INTO records (at, request_id, caller, tool, kinds, body, bytes) VALUES (1, 'old record', 'ana', 'send', '', '{}', 2)`,
  ],
  4: [
    `INSERT INTO spills (upload, caller, sha256, bytes, mime_type, line_marks, keep_ms, store_bytes, created_at, expires_at, used_at, sealed)
     VALUES ('old upload', 'ana', 'old spill', 0, 'text/plain', '[]', 1, 1, 1, 99999999999999, 1, 1)`,
  ],
  5: [
    `INSERT INTO callers (name, rights, created_at) VALUES ('old caller', '{}', 1)`,
    `INSERT INTO caller_tokens (hash, name) VALUES ('old hash', 'old caller')`,
  ],
  6: [`INSERT INTO documents (name, text, version) VALUES ('old document', 'text', 1)`],
  8: [
    `INSERT INTO sessions (session, members, expires_at) VALUES ('old session', '{"level":"debug"}', 99999999999999)`,
  ],
};

/** Finds, by the port, what the rows of all steps up to this one say. */
async function expectRows(store: Store, step: number): Promise<void> {
  const found = {
    1: (await store.locks.list()).some(({ key, replica }) => key === 'app' && replica === 'old replica'),
    2: await store.ledger.finish({ entry: 'old entry', answer: 'again' }),
    3: (await store.records.query({ requestId: 'old record' })).records.length === 1,
    4: (await store.spills.find('ana', 'old spill')) !== undefined,
    5: (await store.callers.findByToken('old hash'))?.caller.name === 'old caller',
    6: (await store.documents.read('old document'))?.text === 'text',
    8: (await store.sessions.read('old session')) === '{"level":"debug"}',
  };
  for (const [number, isThere] of Object.entries(found))
    expect([number, isThere]).toEqual([number, Number(number) <= step]);
}

/** What makes a database of an earlier schema, with data in it. */
function scriptTo(step: number, database: 'sqlite' | 'postgres'): string[] {
  const steps = migrationsFor(database).filter(({ number }) => number <= step);
  return steps.flatMap(({ number, name, sql }) => [
    sql,
    `INSERT INTO ${SCHEMA_TABLE} (number, name) VALUES (${number}, '${name}')`,
    ...(rows[number] ?? []),
  ]);
}

const steps = migrationsFor('sqlite').map(({ number }) => number);

it('has the same steps for both databases, numbered without a gap', () => {
  expect(migrationsFor('postgres').map(({ number }) => number)).toEqual(steps);
  expect(steps).toEqual(steps.map((_, index) => index + 1));
});

describe('a database in SQLite', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'concord-schema-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([0, ...steps])('of schema %i comes to the newest with all that is in it', async step => {
    const path = join(folder, `from-${step}.db`);
    const file = openWasmFile(path);
    if (step > 0) file.exec(`CREATE TABLE ${SCHEMA_TABLE} (number integer PRIMARY KEY, name text NOT NULL)`);
    for (const sql of scriptTo(step, 'sqlite')) file.exec(sql);
    file.close();
    const store = await openStore(`sqlite:${path}`);
    await expectRows(store, step);
    await store.close();
  });

  it('is brought there once by many who open it at once', async () => {
    const address = `sqlite:${join(folder, 'many.db')}`;
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(address)));
    for (const store of stores) await store.close();
  });
});

describe.skipIf(postgresPrograms === undefined)('a database in PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.remove());

  it.each([0, ...steps])('of schema %i comes to the newest with all that is in it', async step => {
    const database = `from_${step}`;
    await server.sql(`CREATE DATABASE ${database}`, 'postgres');
    const table = `CREATE SCHEMA concord; SET search_path TO concord;
      CREATE TABLE ${SCHEMA_TABLE} (number bigint PRIMARY KEY, name text NOT NULL)`;
    if (step > 0) await server.sql([table, ...scriptTo(step, 'postgres')].join(';\n'), database);
    const store = await openStore(server.address({ database }));
    await expectRows(store, step);
    await store.close();
  });

  it('is brought there once by eight who start at once', async () => {
    await server.sql('CREATE DATABASE many', 'postgres');
    const address = server.address({ database: 'many' });
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(address)));
    const taken = await server.sql(
      `SELECT string_agg(number::text, ' ' ORDER BY number) FROM concord.${SCHEMA_TABLE}`,
      'many',
    );
    expect(taken).toBe(steps.join(' '));
    for (const store of stores) await store.close();
  });

  it('that is half-way through a step when its runner is lost, comes there with the next one', async () => {
    await server.sql('CREATE DATABASE broken', 'postgres');
    // A table in the way of the third step makes that fail as a whole.
    await server.sql('CREATE SCHEMA concord; CREATE TABLE concord.chains (x int)', 'broken');
    const address = server.address({ database: 'broken' });
    await expect(openStore(address)).rejects.toThrow();
    expect(await server.sql(`SELECT max(number) FROM concord.${SCHEMA_TABLE}`, 'broken')).toBe('2');
    expect(await server.sql(`SELECT to_regclass('concord.records') IS NULL`, 'broken')).toBe('t');
    await server.sql('DROP TABLE concord.chains', 'broken');
    await (await openStore(address)).close();
  });

  it('of a later version is refused with words, and left as it was', async () => {
    await server.sql('CREATE DATABASE later', 'postgres');
    const address = server.address({ database: 'later' });
    await (await openStore(address)).close();
    await server.sql(`INSERT INTO concord.${SCHEMA_TABLE} (number, name) VALUES (999, 'later')`, 'later');
    const failure = await failureOf(openStore(address));
    expect([failure.reason, failure.message]).toEqual(['newer', expect.stringContaining('schema 999')]);
    expect(failure.next).toContain('later version');
  });
});
