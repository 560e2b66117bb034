import type { SqlRow, SqlValue } from '../sql/database.js';

/** A database file that is open, by whichever library. All of it happens at once, in this thread. */
export interface SqliteFile {
  /** Runs statements without values. */
  exec(sql: string): void;
  /** The rows of a statement. */
  all(sql: string, values: readonly SqlValue[]): SqlRow[];
  /** How many rows a statement changed. */
  run(sql: string, values: readonly SqlValue[]): number;
  close(): void;
}

/** `node`: the library of Node 22.13 and up. `wasm`: a library without anything to compile, for Node 20. */
export type LibraryName = 'node' | 'wasm';

/** The result codes of SQLite that mean something to us. */
export const sqliteCodes = {
  busy: 5,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** An error of either library, with the result code of SQLite. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
