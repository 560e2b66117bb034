import type { Topic } from '../parts/notices.js';

/** What a statement takes and gives. */
export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * How much a transaction needs. `read`: it changes nothing. `passing`: it may be lost when the machine of the store fails. `write`: it
 * survives as long as those who rely on it, so that nobody holds what the store has forgotten. `durable`: it survives everything.
 */
export type TransactionKind = 'read' | 'passing' | 'write' | 'durable';

/**
 * One step in a database. Statements are SQL that both databases know, with `$1`, `$2` for values and `now_ms()` for the time. Those that
 * are sent without waiting are done in order, and a failure of one fails the transaction.
 */
export interface Transaction {
  /** The rows of a statement. */
  rows<Row extends object = SqlRow>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** How many rows a statement changed. */
  count(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Sends a statement whose answer nobody waits for. */
  send(sql: string, values?: readonly SqlValue[]): void;
  /** Keeps out all other transactions that name one of these, until this one ends. */
  serialize(names: readonly string[]): void;
  /** Tells everyone who listens, once the transaction is committed. */
  notify(topic: Topic, key?: string): void;
}

/** A database with the tables of `migrations/`. */
export interface Database {
  /** Does the work as a whole or not at all. It may be done again where the database asks for that, so it has no other effects. */
  transact<Value>(kind: TransactionKind, work: (transaction: Transaction) => Promise<Value>): Promise<Value>;
}

/** `$2, $3, …`: places for so many values. */
export function places(count: number, from = 1): string {
  return Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ');
}
