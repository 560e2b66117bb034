import type { StopSignal } from '@concord/engine';
import { Pace } from '../event-loop/pace.js';
import { type Job, type Steps, startJob } from './job.js';
import type { StepName, Workers } from './workers.js';

/** Does the steps of a job in the calling thread. */
export class SameThread implements Workers {
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

  async inEachThread<Step extends StepName>(step: Step, piece: Steps[Step]['piece']) {
    return [this.#steps[step](piece)];
  }

  async end(): Promise<void> {}
}
