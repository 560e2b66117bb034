import type { Pool, PoolClient } from 'pg';
import type { Database, Transaction, TransactionKind } from '../sql/database.js';
import type { PostgresAddress } from './address.js';
import { postgresFailure } from './failure.js';
import { PostgresTransaction } from './transaction.js';

const beginnings: Readonly<Record<TransactionKind, string>> = {
  // All statements see one moment.
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  passing: 'BEGIN; SET LOCAL synchronous_commit TO OFF',
  write: 'BEGIN',
  durable: 'BEGIN',
};

/** What PostgreSQL asks to be done again: two transactions stood in each other's way. */
const againCodes: ReadonlySet<unknown> = new Set(['40001', '40P01']);

const mostAttempts = 5;

/** How an attempt failed, and whether another one may be made. */
class FailedAttempt {
  constructor(
    readonly error: unknown,
    readonly mayRepeat: boolean,
  ) {}
}

/** Transactions on a few connections that are kept open. */
export class PooledDatabase implements Database {
  readonly #pool: Pool;
  readonly #address: PostgresAddress;

  constructor(pool: Pool, address: PostgresAddress) {
    this.#pool = pool;
    this.#address = address;
  }

  async transact<Value>(kind: TransactionKind, work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.#pool.connect().catch(error => {
        throw postgresFailure(error, this.#address);
      });
      const done = await (kind === 'read' ? read(client, work) : write(client, kind, work));
      if (!(done instanceof FailedAttempt)) return done.value;
      if (!done.mayRepeat || attempt >= mostAttempts) throw postgresFailure(done.error, this.#address);
    }
  }
}

type Work<Value> = (transaction: Transaction) => Promise<Value>;
type Done<Value> = { readonly value: Value } | FailedAttempt;

/** Answers as soon as the work is done: nothing depends on how the transaction ends. */
async function read<Value>(client: PoolClient, work: Work<Value>): Promise<Done<Value>> {
  const begun = quiet(client.query(beginnings.read));
  try {
    const value = await work(new PostgresTransaction(client));
    client.query('COMMIT').then(
      () => client.release(),
      () => client.release(true),
    );
    return { value };
  } catch (error) {
    await begun.catch(() => {});
    return new FailedAttempt(error, (await isLost(client)) && !isTimeout(error));
  }
}

async function write<Value>(
  client: PoolClient,
  kind: Exclude<TransactionKind, 'read'>,
  work: Work<Value>,
): Promise<Done<Value>> {
  const transaction = new PostgresTransaction(client);
  const begun = quiet(client.query(beginnings[kind]));
  let value: Value;
  try {
    value = await work(transaction);
    await begun;
  } catch (thrown) {
    const lost = await isLost(client);
    const error = transaction.firstFailure ?? thrown;
    // Where the end was not asked for, nothing was changed.
    return new FailedAttempt(error, againCodes.has(codeOf(error)) || (lost && !isTimeout(error)));
  }
  const committed = quiet(client.query('COMMIT'));
  try {
    await transaction.finish();
    await committed;
    client.release();
    return { value };
  } catch (error) {
    // After a statement that failed, COMMIT only ends the transaction. Where the connection was lost nobody knows what it did.
    const ended = await committed.then(
      () => true,
      () => false,
    );
    client.release(!ended);
    return new FailedAttempt(error, againCodes.has(codeOf(error)));
  }
}

/** Ends a transaction that failed, and gives the connection back; says whether that is lost. */
async function isLost(client: PoolClient): Promise<boolean> {
  const lost = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  );
  client.release(lost);
  return lost;
}

/** A promise whose failure is looked at later. */
function quiet<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  return promise;
}

const codeOf = (error: unknown) => (error as { readonly code?: unknown } | null)?.code;

/** The driver gives up an answer that does not come, and its connection with it. */
const isTimeout = (error: unknown) =>
  error instanceof Error && codeOf(error) === undefined && /timeout/i.test(error.message);
