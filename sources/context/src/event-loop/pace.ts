import { setImmediate as turn } from 'node:timers/promises';
import type { StopSignal } from '@concord/engine';

/** How long is worked before others have a turn. */
const TURN_MS = 20;

/** Keeps long work from holding up everything else, and ends it with the signal's reason when that fires. */
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

  /** Lets others have a turn. */
  async turn(): Promise<void> {
    await turn();
    this.signal?.throwIfAborted();
    this.#until = performance.now() + this.turnMs;
  }
}
