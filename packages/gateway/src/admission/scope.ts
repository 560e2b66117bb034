import type { Store } from '@concord/store';
import type { Replica } from '../identity/replica.js';
import type { Limits } from '../limits/limits.js';
import { type Clock, RateLimiter } from './rate-limiter.js';
import { SlotPool } from './slot-pool.js';
import { VolumeMeter } from './volume-meter.js';

/** Whose calls a limit is on: `caller`, `server` or `tool`, and which. */
export interface ScopeName {
  readonly kind: 'caller' | 'server' | 'tool';
  readonly id: string;
}

/** The limits on the calls of one caller, one server or one tool, as they are kept count of. */
export class Scope {
  readonly name: ScopeName;
  rate: RateLimiter | undefined;
  slots: SlotPool | undefined;
  volume: VolumeMeter | undefined;
  readonly #store: Store;
  readonly #replica: Replica;
  readonly #clock: Clock;
  #limits: Limits = {};

  constructor(name: ScopeName, limits: Limits, store: Store, replica: Replica, clock: Clock) {
    this.#clock = clock;
    this.name = name;
    this.#store = store;
    this.#replica = replica;
    this.set(limits);
  }

  /** Has other limits from here on. Calls under way go on counting. */
  set(limits: Limits): void {
    const { rate, concurrent, volume } = limits;
    const before = this.#limits;
    if (limits === before) return;
    this.#limits = limits;
    const key = `${this.name.kind} ${this.name.id}`;
    if (rate?.tokens !== before.rate?.tokens || rate?.perMs !== before.rate?.perMs)
      this.rate = rate && new RateLimiter(this.#store, this.#replica, key, rate, this.#clock);
    if (volume?.bytes !== before.volume?.bytes || volume?.perMs !== before.volume?.perMs)
      this.volume = volume && new VolumeMeter(this.#store, key, volume);
    if (concurrent === undefined) this.slots = undefined;
    else if (this.slots) this.slots.limit = concurrent;
    else this.slots = new SlotPool(this.#store, this.#replica, key, concurrent);
  }

  get usedAt(): number {
    return Math.max(this.rate?.usedAt ?? 0, this.slots?.usedAt ?? 0, this.volume?.usedAt ?? 0);
  }

  get isInUse(): boolean {
    return this.slots?.isInUse === true;
  }

  async close(): Promise<void> {
    this.slots?.close();
    await this.volume?.close();
  }
}
