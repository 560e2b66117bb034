import { rpcCodes } from '@concord/contract';
import type { StopSignal } from '@concord/engine';
import { RpcError } from '../encode/rpc-error.js';

const MOST_WAITING = 1_024;

/** Lets a fixed number of requests work at once; the others wait in order. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /** Takes a slot, or waits for one. Gives the way to free it. Rejects when too many wait, or when the request is cancelled. */
  async take(signal: StopSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let held = true;
    return () => {
      if (held) this.#release();
      held = false;
    };
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

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
