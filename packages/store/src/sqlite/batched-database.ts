import { StoreFailure } from '../failure/store-failure.js';
import type { Notice } from '../parts/notices.js';
import type { Database, Transaction, TransactionKind } from '../sql/database.js';
import { sqliteFailure } from './failure.js';
import type { FileGuard } from './file-guard.js';
import { SqliteError, type SqliteFile, sqliteCodes } from './library.js';
import { SqliteTransaction } from './transaction.js';

interface Job {
  readonly kind: TransactionKind;
  readonly work: (transaction: Transaction) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A job that is done, as far as its batch is concerned. */
interface Done {
  readonly settle: () => void;
  readonly notices: readonly Notice[];
}

const mostInBatch = 256;

/**
 * A database file whose writes of one moment share a transaction: each is whole or not done at all, and all of them wait for the disk
 * together.
 */
export class BatchedDatabase implements Database {
  readonly #path: string;
  readonly #file: SqliteFile;
  readonly #guard: FileGuard;
  readonly #tell: (notice: Notice) => void;
  readonly #waiting: Job[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(path: string, file: SqliteFile, guard: FileGuard, tell: (notice: Notice) => void) {
    this.#path = path;
    this.#file = file;
    this.#guard = guard;
    this.#tell = tell;
  }

  transact<Value>(kind: TransactionKind, work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (this.#isClosed) return reject(new StoreFailure('closed', 'The store is closed', 'Open it again.'));
      this.#waiting.push({ kind, work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** Ends what waits, and closes the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    this.#file.close();
    await this.#guard.close();
  }

  async #run(): Promise<void> {
    // All who come in this turn of the event loop are in the first batch.
    await new Promise(resolve => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostInBatch);
      try {
        await this.#guard.within(async () => {
          await this.#runReads(batch.filter(job => job.kind === 'read'));
          await this.#runWrites(batch.filter(job => job.kind !== 'read'));
        });
      } catch (error) {
        // Those of the batch that are settled already take no notice.
        for (const job of batch) job.reject(sqliteFailure(error, this.#path));
      }
    }
    this.#running = undefined;
  }

  async #runReads(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.#guard.unlessBusy(() => this.#file.exec('BEGIN'));
    for (const job of jobs) {
      const transaction = new SqliteTransaction(this.#file);
      await job.work(transaction).then(job.resolve, error => job.reject(sqliteFailure(error, this.#path)));
    }
    this.#file.exec('COMMIT');
  }

  async #runWrites(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    const isDurable = jobs.some(job => job.kind === 'durable');
    this.#file.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
    await this.#guard.unlessBusy(() => this.#file.exec('BEGIN IMMEDIATE'));
    try {
      const done: Done[] = [];
      for (const job of jobs) done.push(await this.#runWrite(job));
      await this.#guard.unlessBusy(() => this.#file.exec('COMMIT'));
      for (const { settle, notices } of done) {
        settle();
        notices.forEach(this.#tell);
      }
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Does one job of a batch; where it fails alone, the others go on. */
  async #runWrite({ work, resolve, reject }: Job): Promise<Done> {
    this.#file.exec('SAVEPOINT job');
    try {
      const transaction = new SqliteTransaction(this.#file);
      const value = await work(transaction);
      transaction.finish();
      this.#file.exec('RELEASE job');
      return { settle: () => resolve(value), notices: transaction.notices };
    } catch (error) {
      // The whole batch fails where the file does.
      if (error instanceof SqliteError && endsBatch.has(error.code)) throw error;
      this.#file.exec('ROLLBACK TO job');
      this.#file.exec('RELEASE job');
      return { settle: () => reject(error), notices: [] };
    }
  }

  #rollBack(): void {
    try {
      this.#file.exec('ROLLBACK');
    } catch {
      // SQLite has done it already.
    }
  }
}

const endsBatch: ReadonlySet<number> = new Set([
  sqliteCodes.busy,
  sqliteCodes.readOnly,
  sqliteCodes.inputOutput,
  sqliteCodes.corrupt,
  sqliteCodes.full,
  sqliteCodes.notADatabase,
]);
