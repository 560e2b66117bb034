import { createRequire } from 'node:module';
import type { SqlRow, SqlValue } from '../sql/database.js';
import { SqliteError, type SqliteFile, sqliteCodes } from './library.js';
import { StatementCache } from './statement-cache.js';

/** What is used of `node-sqlite3-wasm`. */
interface WasmStatement {
  all(values: readonly SqlValue[]): SqlRow[];
  run(values: readonly SqlValue[]): { readonly changes: number };
  finalize(): void;
}

interface WasmDatabase {
  exec(sql: string): void;
  prepare(sql: string): WasmStatement;
  close(): void;
}

interface WasmSqlite {
  readonly Database: new (path: string) => WasmDatabase;
}

/** This library tells what is wrong in SQLite's fixed words alone. */
const codesByWords: readonly (readonly [string, number])[] = [
  ['database is locked', sqliteCodes.busy],
  ['attempt to write a readonly database', sqliteCodes.readOnly],
  ['disk I/O error', sqliteCodes.inputOutput],
  ['database disk image is malformed', sqliteCodes.corrupt],
  ['database or disk is full', sqliteCodes.full],
  ['unable to open database file', sqliteCodes.cannotOpen],
  ['file is not a database', sqliteCodes.notADatabase],
];

/** Opens a file with the library that needs nothing of Node. Loading it takes some milliseconds. */
export function openWasmFile(path: string): SqliteFile {
  const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as WasmSqlite;
  const database = named(() => new Database(path));
  const statements = new StatementCache<WasmStatement>(
    sql => database.prepare(sql),
    statement => statement.finalize(),
  );
  const withStatement = <Value>(sql: string, use: (statement: WasmStatement) => Value): Value =>
    named(() => {
      try {
        return use(statements.get(sql));
      } catch (error) {
        statements.discard(sql);
        throw error;
      }
    });
  return {
    exec: sql => named(() => database.exec(sql)),
    all: (sql, values) => withStatement(sql, statement => statement.all(values)),
    run: (sql, values) => withStatement(sql, statement => statement.run(values).changes),
    close: () => {
      statements.closeAll();
      named(() => database.close());
    },
  };
}

function named<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== 'SQLite3Error') throw error;
    throw new SqliteError(codesByWords.find(([words]) => message.includes(words))?.[1] ?? 1, message);
  }
}
