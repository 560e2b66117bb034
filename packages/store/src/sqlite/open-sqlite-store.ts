import { closeSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '@concord/engine';
import { StoreFailure } from '../failure/store-failure.js';
import type { Notice } from '../parts/notices.js';
import { migrationsFor, SCHEMA_TABLE, stepsAfter } from '../sql/migrations.js';
import { sqlStore } from '../sql/sql-store.js';
import { VersionWatch } from '../sql/version-watch.js';
import type { Store } from '../store.js';
import { BatchedDatabase } from './batched-database.js';
import { chunkFiles } from './chunk-files.js';
import { sqliteFailure } from './failure.js';
import { type FileGuard, openGuard } from './file-guard.js';
import type { LibraryName, SqliteFile } from './library.js';
import { nodeSqlite, openNodeFile } from './node-library.js';
import { openWasmFile } from './wasm-library.js';

export interface SqliteOptions {
  readonly warn?: (message: string) => void;
  /** By default Node's own where it has one. */
  readonly library?: LibraryName;
}

/** How often to look at what other processes changed; for the library of Node 20 that takes the file away from them. */
const lookEveryMs: Readonly<Record<LibraryName, number>> = { node: 1_000, wasm: 5_000 };

/** Opens the store in a file, which is made with its folder where it is missing. Rejects with a `StoreFailure`. */
export async function openSqliteStore(given: string, options: SqliteOptions = {}): Promise<Store> {
  const path = resolve(given);
  const library = options.library ?? (nodeSqlite() ? 'node' : 'wasm');
  // A journal that is empty means nothing; made now, it is this user's alone.
  for (const each of library === 'wasm' ? [path, `${path}-journal`] : [path]) makeFile(each);
  const guard = await openGuard(path, library, options.warn ?? (() => {}));
  let file: SqliteFile | undefined;
  try {
    file = await guard.within(() => openFile(path, library, guard));
  } catch (error) {
    await guard.close();
    throw sqliteFailure(error, path);
  }
  const listeners = new Set<(notice: Notice) => void>();
  const tell = (notice: Notice): void => {
    for (const listener of listeners) listener(notice);
  };
  const database = new BatchedDatabase(path, file, guard, tell);
  const watch = new VersionWatch(database, tell, lookEveryMs[library]);
  return sqlStore({
    kind: 'sqlite',
    place: `sqlite:${path}`,
    database,
    chunks: chunkFiles(`${path}.spills`),
    onNotice(listener) {
      listeners.add(listener);
      watch.start();
      return () => listeners.delete(listener);
    },
    async close() {
      watch.stop();
      listeners.clear();
      await database.close();
    },
  });
}

/** The file holds keys: it is made readable for this user alone, and so is what the libraries put beside it. */
function makeFile(path: string): void {
  try {
    makeFolder(dirname(path));
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw new StoreFailure(
      'bad-address',
      `The store ${path} cannot be opened (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
      'See whether the folder exists and this user may write there, or give another path: --store sqlite:PATH',
    );
  }
}

async function openFile(path: string, library: LibraryName, guard: FileGuard): Promise<SqliteFile> {
  const file = library === 'node' ? openNodeFile(path) : openWasmFile(path);
  try {
    await prepare(file, library, guard);
    await migrate(file, path, guard);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

async function prepare(file: SqliteFile, library: LibraryName, guard: FileGuard): Promise<void> {
  file.exec('PRAGMA foreign_keys = ON');
  // The library for Node 20 has no memory that processes share, which a write-ahead log needs: it gets there alone, and turns it off.
  // A journal that is kept has parts of older transactions at its end, which must never be taken for parts of the last one.
  if (library === 'wasm') file.exec('PRAGMA locking_mode = EXCLUSIVE');
  await guard.unlessBusy(() => file.exec(`PRAGMA journal_mode = ${library === 'node' ? 'WAL' : 'TRUNCATE'}`));
  if (library === 'wasm') file.exec('PRAGMA locking_mode = NORMAL; SELECT COUNT(*) FROM sqlite_master');
}

async function migrate(file: SqliteFile, path: string, guard: FileGuard): Promise<void> {
  await guard.unlessBusy(() => file.exec('BEGIN IMMEDIATE'));
  try {
    const steps = stepsAfter(currentSchema(file, path), migrationsFor('sqlite'), path);
    for (const { number, name, sql } of steps) {
      file.exec(sql);
      file.run(`INSERT INTO ${SCHEMA_TABLE} (number, name) VALUES (?1, ?2)`, [number, name]);
    }
    file.exec('COMMIT');
  } catch (error) {
    file.exec('ROLLBACK');
    throw error;
  }
}

/** The schema of the file; an empty file gets the table that says so. */
function currentSchema(file: SqliteFile, path: string): number {
  const tables = file.all(`SELECT name FROM sqlite_master WHERE type = 'table'`, []).map(row => row.name);
  if (tables.length > 0 && !tables.includes(SCHEMA_TABLE))
    throw new StoreFailure(
      'not-a-store',
      `The file ${path} is a database of another program`,
      'Give another path: --store sqlite:PATH',
    );
  file.exec(`CREATE TABLE IF NOT EXISTS ${SCHEMA_TABLE} (number integer PRIMARY KEY, name text NOT NULL)`);
  return Number(file.all(`SELECT COALESCE(MAX(number), 0) AS number FROM ${SCHEMA_TABLE}`, [])[0]!.number);
}
