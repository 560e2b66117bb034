import type { Store } from '@concord/store';

const EVERY_MS = 60_000;

/** The store's clock as this machine can read it at any moment: what replicas tell each other about time is told by that. */
export class StoreClock {
  readonly #store: Store;
  readonly #timer: NodeJS.Timeout;
  #aheadMs = 0;

  private constructor(store: Store) {
    this.#store = store;
    this.#timer = setInterval(() => void this.#set().catch(() => {}), EVERY_MS).unref();
  }

  static async open(store: Store): Promise<StoreClock> {
    const clock = new StoreClock(store);
    await clock.#set();
    return clock;
  }

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #set(): Promise<void> {
    const before = Date.now();
    const now = await this.#store.now();
    // Half the way there, half the way back.
    this.#aheadMs = now - (before + Date.now()) / 2;
  }
}
