import type { SqlRow, SqlValue } from '../sql/database.js';
import { SqliteError, type SqliteFile } from './library.js';
import { StatementCache } from './statement-cache.js';

/** What is used of `node:sqlite`. */
interface NodeStatement {
  all(...values: readonly SqlValue[]): SqlRow[];
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint };
}

interface NodeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NodeStatement;
  close(): void;
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => NodeDatabase;
}

/** Node's own SQLite; undefined where this Node has none. */
export function nodeSqlite(): NodeSqlite | undefined {
  return withoutWarning(() => process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined);
}

/** Node says that the module is experimental: nothing a user could do something about. */
function withoutWarning<Value>(load: () => Value): Value {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Opens a file with Node's own SQLite. */
export function openNodeFile(path: string): SqliteFile {
  const { DatabaseSync } = nodeSqlite()!;
  const database = named(() => new DatabaseSync(path));
  const statements = new StatementCache(
    sql => database.prepare(sql),
    () => {},
  );
  return {
    exec: sql => named(() => database.exec(sql)),
    // Its rows have no prototype, which plain data has.
    all: (sql, values) =>
      named(() =>
        statements
          .get(sql)
          .all(...values)
          .map(row => ({ ...row })),
      ),
    run: (sql, values) => named(() => Number(statements.get(sql).run(...values).changes)),
    close: () => named(() => database.close()),
  };
}

function named<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const { errcode, message } = error as Error & { readonly errcode?: number };
    // Extended codes have the plain one in their last eight bits.
    throw errcode === undefined ? error : new SqliteError(errcode & 0xff, message);
  }
}
