import { rpcCodes } from '@concord/contract';
import { Semaphore, type StopSignal } from '@concord/engine';
import { RpcError } from '../protocol/rpc-error.js';

const MOST_WAITING = 1_024;
/** Too many wait already: for a place to work in. */
const tooMany = new RpcError(rpcCodes.internalError, 'Too many requests', undefined, {
  kind: 'limited',
  state: 'not_started',
});

/** One of the places for requests that are worked on at the same time. */
export interface Slot {
  /** Gives the place to the next request. */
  free(): void;
  /** Gives the place up while waiting for something, and then waits for one again, as `take` does. */
  whileFree<Result>(wait: () => Promise<Result>, signal: StopSignal): Promise<Result>;
}

/** Lets a fixed number of requests work at once; the others wait in order. */
export class Slots {
  readonly #places: Semaphore;
  readonly #mostWaiting: number;
  #waiting = 0;
  #taken = 0;

  constructor(size: number, mostWaiting = MOST_WAITING) {
    this.#places = new Semaphore(size);
    this.#mostWaiting = mostWaiting;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a slot if one is free. */
  takeNow(): Slot | undefined {
    if (!this.#places.tryAcquire()) return undefined;
    this.#taken++;
    return new HeldSlot(this);
  }

  /** Takes a slot, or waits for one. Rejects when too many wait, or when the request is cancelled. */
  async take(signal: StopSignal): Promise<Slot> {
    await this.enter(signal);
    return new HeldSlot(this);
  }

  /** Waits for its turn; for slots alone. */
  async enter(signal: StopSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#places.tryAcquire()) {
      this.#taken++;
      return;
    }
    if (this.#waiting >= this.#mostWaiting) throw tooMany;
    this.#waiting++;
    try {
      await this.#places.acquire(listener => {
        signal.addEventListener('abort', listener, { once: true });
        return () => signal.removeEventListener('abort', listener);
      });
      this.#taken++;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      this.#waiting--;
    }
  }

  /** Ends a turn; for slots alone. */
  leave(): void {
    this.#taken--;
    this.#places.release();
  }
}

class HeldSlot implements Slot {
  readonly #slots: Slots;
  #held = true;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  free(): void {
    if (this.#held) this.#slots.leave();
    this.#held = false;
  }

  async whileFree<Result>(wait: () => Promise<Result>, signal: StopSignal): Promise<Result> {
    this.free();
    try {
      return await wait();
    } finally {
      await this.#slots.enter(signal);
      this.#held = true;
    }
  }
}
