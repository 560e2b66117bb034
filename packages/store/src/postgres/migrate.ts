import type { Client } from 'pg';
import { StoreFailure } from '../failure/store-failure.js';
import { migrationsFor, SCHEMA_TABLE, stepsAfter } from '../sql/migrations.js';

/** The name of the lock that one runner of migrations has at a time. */
const RUNNER = 7332_0001;

/** The oldest PostgreSQL that has all that is used here. */
const oldestServer = 130_000;

/** Where all tables of the store are. */
export const SCHEMA = 'concord';

/** Brings the schema up to date, one runner at a time. Throws a `StoreFailure` where the server or its schema cannot be used. */
export async function migrate(client: Client, place: string): Promise<void> {
  checkServer(await settingOf(client, 'server_version_num'), place);
  const all = migrationsFor('postgres');
  // Most starts find nothing to do, and wait for nobody.
  if ((await isThere(client)) && stepsAfter(await currentSchema(client), all, place).length === 0) return;
  await client.query('SELECT pg_advisory_lock($1)', [RUNNER]);
  try {
    if (!(await isThere(client))) {
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
      await client.query(`CREATE TABLE ${SCHEMA}.${SCHEMA_TABLE} (number bigint PRIMARY KEY, name text NOT NULL)`);
    }
    for (const { number, name, sql } of stepsAfter(await currentSchema(client), all, place)) {
      // Statements that are sent together are one transaction.
      await client.query(
        `BEGIN; SET LOCAL search_path TO ${SCHEMA}; ${sql};
         INSERT INTO ${SCHEMA_TABLE} (number, name) VALUES (${number}, '${name}'); COMMIT`,
      );
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [RUNNER]).catch(() => {});
  }
}

/** Throws for a server that is too old; `version` is what it calls `server_version_num`. */
export function checkServer(version: number, place: string): void {
  if (version >= oldestServer) return;
  throw new StoreFailure(
    'unsupported',
    `The PostgreSQL server of ${place} has version ${Math.floor(version / 10_000)}, which is too old`,
    `Use PostgreSQL ${oldestServer / 10_000} or newer.`,
  );
}

async function settingOf(client: Client, name: string): Promise<number> {
  const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
  return Number(rows[0]!.value);
}

async function isThere(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
    `${SCHEMA}.${SCHEMA_TABLE}`,
  ]);
  return rows[0]!.found !== null;
}

async function currentSchema(client: Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>(
    `SELECT COALESCE(MAX(number), 0)::text AS number FROM ${SCHEMA}.${SCHEMA_TABLE}`,
  );
  return Number(rows[0]!.number);
}
