import type { StopSignal } from '@concord/engine';
import { Pace } from '../event-loop/pace.js';

/** A pace that tells how long the others' turn took each time. */
export class SweepPace extends Pace {
  constructor(
    signal: StopSignal,
    turnMs: number,
    readonly onResumed: (pausedMs: number) => void,
  ) {
    super(signal, turnMs);
  }

  override async turn(): Promise<void> {
    const left = performance.now();
    await super.turn();
    this.onResumed(performance.now() - left);
  }
}
