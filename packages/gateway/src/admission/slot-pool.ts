import type { Store } from '@concord/store';
import type { Replica } from '../identity/replica.js';

/** Slots that are held and not used go back after this time. */
const IDLE_MS = 250;

/** Places for calls under way that all replicas share: this one holds as many as it uses, and some it used a moment ago. */
export class SlotPool {
  readonly #store: Store;
  readonly #replica: Replica;
  readonly #pool: string;
  /** How many all replicas may hold together. */
  limit: number;
  #held = 0;
  #used = 0;
  /** The replica the slots are held by: a new one holds none of them. */
  #heldBy = '';
  #changing: Promise<void> = Promise.resolve();
  #giveBack: NodeJS.Timeout | undefined;
  usedAt = performance.now();

  constructor(store: Store, replica: Replica, pool: string, limit: number) {
    this.#store = store;
    this.#replica = replica;
    this.#pool = pool;
    this.limit = limit;
  }

  get isInUse(): boolean {
    return this.#used > 0 || this.#held > 0;
  }

  /** Whether a slot was there. */
  take(): boolean | Promise<boolean> {
    this.usedAt = performance.now();
    if (this.#heldBy === this.#replica.id && this.#used < this.#held) {
      this.#used++;
      return true;
    }
    // Reserved before the store is asked, so that two who ask at once want two.
    this.#used++;
    return this.#hold().then(
      () => this.#keepOrReturn(this.#held),
      // A store that is away cannot count those of other replicas.
      () => this.#keepOrReturn(this.limit),
    );
  }

  release(): void {
    this.#used--;
    this.#giveBack ??= setTimeout(() => {
      this.#giveBack = undefined;
      if (this.#used < this.#held) void this.#hold().catch(() => {});
    }, IDLE_MS).unref();
  }

  close(): void {
    clearTimeout(this.#giveBack);
  }

  #keepOrReturn(most: number): boolean {
    if (this.#used <= most) return true;
    this.#used--;
    return false;
  }

  /** Has the store agree on as many as are used; one change at a time. */
  #hold(): Promise<void> {
    const change = this.#changing.then(async () => {
      const replica = this.#replica.id;
      if (this.#heldBy === replica && this.#used === this.#held) return;
      const want = Math.min(this.#used, this.limit);
      const { held } = await this.#store.quotas.holdSlots({ pool: this.#pool, limit: this.limit, replica, want });
      this.#held = held;
      this.#heldBy = replica;
    });
    this.#changing = change.catch(() => {});
    return change;
  }
}
