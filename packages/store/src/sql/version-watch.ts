import type { Notice, Topic } from '../parts/notices.js';
import type { Database } from './database.js';

/** Looks now and then at what other processes changed. Its first look tells of everything: whoever listens knows nothing yet. */
export class VersionWatch {
  readonly #database: Database;
  readonly #tell: (notice: Notice) => void;
  readonly #everyMs: number;
  readonly #seen = new Map<Topic, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, tell: (notice: Notice) => void, everyMs: number) {
    this.#database = database;
    this.#tell = tell;
    this.#everyMs = everyMs;
  }

  /** May be called any number of times. */
  start(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => this.look().finally(() => this.#timer?.refresh()), this.#everyMs);
    this.#timer.unref();
    void this.look();
  }

  /** Looks at once. Never rejects: what cannot be seen now is seen later. */
  async look(): Promise<void> {
    const read = 'SELECT topic, version FROM versions';
    const rows = await this.#database
      .transact('read', transaction => transaction.rows<{ topic: Topic; version: number }>(read))
      .catch(() => []);
    for (const { topic, version } of rows) {
      if (this.#seen.get(topic) === version) continue;
      this.#seen.set(topic, version);
      this.#tell({ topic });
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
