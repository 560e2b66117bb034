import { rpcCodes } from '@concord/contract';
import type { StopSignal } from '@concord/engine';
import { RpcError } from '../protocol/rpc-error.js';

const MOST_WAITING = 1_024;

/** One of the places for requests that are worked on at the same time. */
export interface Slot {
  /** Gives the place to the next request. */
  free(): void;
  /** Gives the place up while waiting for something, and then waits for one again, as `take` does. */
  whileFree<Result>(wait: () => Promise<Result>, signal: StopSignal): Promise<Result>;
}

/** Lets a fixed number of requests work at once; the others wait in order. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /** Takes a slot if one is free. */
  takeNow(): Slot | undefined {
    if (this.#free === 0) return undefined;
    this.#free--;
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
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
  }

  /** Ends a turn; for slots alone. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }

  #wait(signal: StopSignal): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) throw new RpcError(rpcCodes.internalError, 'Too many requests');
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
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
