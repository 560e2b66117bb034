import type { StopSignal } from '@concord/engine';
import { Pace } from '../event-loop/pace.js';
import { type Job, type Steps, startJob } from './job.js';
import type { Crew, StepName } from './workers.js';

/** A crew of one: the work is done where it is asked for. */
export class Alone implements Crew {
  readonly size = 1;
  readonly #steps: ReturnType<typeof startJob>;
  readonly #pace: Pace;

  constructor(job: Job, signal: StopSignal) {
    this.#steps = startJob(job, 0);
    this.#pace = new Pace(signal);
  }

  async each<Step extends StepName>(
    step: Step,
    pieces: Iterable<Steps[Step]['piece']>,
    take: (result: Steps[Step]['result']) => void,
  ): Promise<void> {
    for (const piece of pieces) {
      take(this.#steps[step](piece));
      if (this.#pace.isDue) await this.#pace.turn();
    }
  }

  async everyone<Step extends StepName>(step: Step, piece: Steps[Step]['piece']) {
    return [this.#steps[step](piece)];
  }

  async end(): Promise<void> {}
}
