import type { Client } from 'pg';
import { type Notice, type Topic, topics } from '../parts/notices.js';
import { CHANNEL } from './transaction.js';

const firstWaitMs = 500;
const lastWaitMs = 5_000;

/** Listens on a connection of its own, and connects again when that is lost. */
export class NoticeConnection {
  readonly #connect: () => Client;
  readonly #tell: (notice: Notice) => void;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #waitMs = firstWaitMs;
  #state: 'idle' | 'started' | 'stopped' = 'idle';

  constructor(connect: () => Client, tell: (notice: Notice) => void) {
    this.#connect = connect;
    this.#tell = tell;
  }

  /** May be called any number of times. */
  start(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'started';
    void this.#listen();
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  async #listen(): Promise<void> {
    const client = this.#connect();
    this.#client = client;
    let isLost = false;
    const again = (): void => {
      if (isLost || this.#state === 'stopped') return;
      isLost = true;
      client.end().catch(() => {});
      this.#timer = setTimeout(() => void this.#listen(), this.#waitMs);
      this.#timer.unref();
      this.#waitMs = Math.min(lastWaitMs, this.#waitMs * 2);
    };
    client.on('error', again);
    client.on('end', again);
    client.on('notification', ({ payload = '' }) => this.#tell(noticeOf(payload)));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.#waitMs = firstWaitMs;
      // Nobody knows what was missed.
      for (const topic of topics) this.#tell({ topic });
    } catch {
      again();
    }
  }
}

function noticeOf(payload: string): Notice {
  const [, topic = '', key] = /^([a-z]{1,20})(?: ([\s\S]{1,8000}))?$/.exec(payload) ?? [];
  return { topic: topic as Topic, key };
}
