import { availableParallelism } from 'node:os';
import type { StopSignal } from '@concord/engine';
import type { Job, Steps } from './job.js';
import { Alone } from './same-thread.js';
import { Threads } from './worker-threads.js';

const MOST_THREADS = 8;
/** With fewer files than this, a thread takes longer to start than its share of the work. */
const FEW = 500;

/** What a crew can be asked to do. */
export type StepName = keyof Steps;

/** Those who do a job together. What comes of it does not depend on how many they are. */
export interface Crew {
  /** How many work at the same time. */
  readonly size: number;
  /** Does a step with every piece. Pieces are begun in their order; results are given as they come. */
  each<Step extends StepName>(
    step: Step,
    pieces: Iterable<Steps[Step]['piece']>,
    take: (result: Steps[Step]['result']) => void,
  ): Promise<void>;
  /** Does a step once in every thread. */
  everyone<Step extends StepName>(step: Step, piece: Steps[Step]['piece']): Promise<readonly Steps[Step]['result'][]>;
  /** Ends, also in the middle of a step. Once it resolves nobody touches a file any more. */
  end(): Promise<void>;
}

/** How many threads so many files are worth; none: the work is done where it is asked for. */
export function threadsFor(files: number): number {
  return files < FEW ? 0 : Math.min(MOST_THREADS, availableParallelism());
}

/** Starts a crew for a job. When the signal fires, its steps reject with the reason. */
export function startCrew(job: Job, threads: number, signal: StopSignal): Crew {
  return threads === 0 ? new Alone(job, signal) : new Threads(job, threads, signal);
}
