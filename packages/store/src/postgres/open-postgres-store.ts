import pg from 'pg';
import type { Notice } from '../parts/notices.js';
import { sqlStore } from '../sql/sql-store.js';
import { VersionWatch } from '../sql/version-watch.js';
import type { Store } from '../store.js';
import { type PostgresAddress, readAddress } from './address.js';
import { chunkRows } from './chunk-rows.js';
import { postgresFailure } from './failure.js';
import { migrate, SCHEMA } from './migrate.js';
import { NoticeConnection } from './notices.js';
import { PooledDatabase } from './pooled-database.js';

/** Connections of one replica, but for the one that listens. */
const mostConnections = 10;

/** How long an answer may take. A server that takes longer is away. */
const answerMs = 5_000;

/** How often to look at what others changed, should a notice be lost. */
const lookEveryMs = 5_000;

/** Opens a store in PostgreSQL; brings its tables up to date. Rejects with a `StoreFailure`. */
export async function openPostgresStore(given: string): Promise<Store> {
  const address = readAddress(given);
  await prepare(address);
  const pool = new pg.Pool({
    ...connection(address),
    max: mostConnections,
    idleTimeoutMillis: 60_000,
    query_timeout: answerMs,
    statement_timeout: 2 * answerMs,
    lock_timeout: answerMs - 1_000,
    idle_in_transaction_session_timeout: answerMs,
    pipeline: true,
  } as pg.PoolConfig);
  // What happens to a connection is told to whoever uses it; one that nobody uses is replaced.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  const listeners = new Set<(notice: Notice) => void>();
  const tell = (notice: Notice): void => {
    for (const listener of listeners) listener(notice);
  };
  const database = new PooledDatabase(pool, address);
  const notices = new NoticeConnection(() => new pg.Client(connection(address)), tell);
  const watch = new VersionWatch(database, tell, lookEveryMs);
  return sqlStore({
    kind: 'postgres',
    place: address.place,
    database,
    chunks: chunkRows(database),
    onNotice(listener) {
      listeners.add(listener);
      notices.start();
      watch.start();
      return () => listeners.delete(listener);
    },
    async close() {
      watch.stop();
      listeners.clear();
      await notices.stop();
      await pool.end().catch(() => {});
    },
  });
}

function connection(address: PostgresAddress): pg.ClientConfig {
  return {
    connectionString: address.connectionString,
    application_name: 'concord',
    options: `-c search_path=${SCHEMA}`,
    connectionTimeoutMillis: answerMs,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** Types that come as text otherwise: all numbers of ours are below 2^53. */
const numberTypes: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

function getTypeParser(type: number, format?: 'text' | 'binary') {
  return numberTypes.has(type) ? Number : pg.types.getTypeParser(type, format as 'text');
}

async function prepare(address: PostgresAddress): Promise<void> {
  const client = new pg.Client(connection(address));
  client.on('error', () => {});
  try {
    await client.connect();
    await migrate(client, address.place);
  } catch (error) {
    throw postgresFailure(error, address);
  } finally {
    await client.end().catch(() => {});
  }
}
