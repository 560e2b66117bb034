import { isPassing, type Notice, type Topic } from '../parts/notices.js';
import type { SqlRow, SqlValue, Transaction } from '../sql/database.js';
import type { SqliteFile } from './library.js';
import { sqliteText } from './statement-text.js';

/** One job of a batch. Its statements are done at once; a failure of one that nobody waits for is told at its end. */
export class SqliteTransaction implements Transaction {
  /** What to tell once the batch is committed. */
  readonly notices: Notice[] = [];
  readonly #file: SqliteFile;
  #failure: { readonly error: unknown } | undefined;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async rows<Row extends object = SqlRow>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#file.all(sqliteText(sql), values) as Row[];
  }

  async count(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return this.#file.run(sqliteText(sql), values);
  }

  send(sql: string, values: readonly SqlValue[] = []): void {
    if (this.#failure) return;
    try {
      this.#file.run(sqliteText(sql), values);
    } catch (error) {
      this.#failure = { error };
    }
  }

  serialize(): void {}

  notify(topic: Topic, key?: string): void {
    this.notices.push({ topic, key });
    if (isPassing(topic)) return;
    this.send(
      'INSERT INTO versions (topic, version) VALUES ($1, 1) ON CONFLICT (topic) DO UPDATE SET version = version + 1',
      [topic],
    );
  }

  /** Throws what a statement that nobody waited for failed with. */
  finish(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
