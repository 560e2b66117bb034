import { setImmediate as turn } from 'node:timers/promises';
import type { StopSignal } from '@concord/engine';

/** How long work may block the event loop. */
const TURN_MS = 20;

/** Lets long work yield to the event loop regularly, and stops it with the signal's reason when that fires. */
export class Pace {
  #until: number;

  constructor(
    readonly signal?: StopSignal,
    readonly turnMs = TURN_MS,
  ) {
    this.#until = performance.now() + turnMs;
  }

  /** Whether it is time to call `turn`. */
  get isDue(): boolean {
    return performance.now() >= this.#until;
  }

  /** Yields to the event loop. Throws the signal's reason when it has fired. */
  async turn(): Promise<void> {
    await turn();
    this.signal?.throwIfAborted();
    this.#until = performance.now() + this.turnMs;
  }
}
