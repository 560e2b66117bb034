import { availableParallelism } from 'node:os';
import type { StopSignal } from '@concord/engine';
import type { Job, Steps } from './job.js';
import { SameThread } from './same-thread.js';
import { WorkerThreads } from './worker-threads.js';

const MOST_THREADS = 8;
/** With fewer files than this, starting threads takes longer than the work. */
const FEW = 500;

/** The names of the steps. */
export type StepName = keyof Steps;

/** One or more threads that do the steps of a job. The result does not depend on their number. */
export interface Workers {
  /** The number of threads that work at the same time. */
  readonly size: number;
  /** Does a step for every piece. Pieces are started in order; results come in any order. */
  each<Step extends StepName>(
    step: Step,
    pieces: Iterable<Steps[Step]['piece']>,
    take: (result: Steps[Step]['result']) => void,
  ): Promise<void>;
  /** Does a step once in every thread. */
  inEachThread<Step extends StepName>(
    step: Step,
    piece: Steps[Step]['piece'],
  ): Promise<readonly Steps[Step]['result'][]>;
  /** Ends all threads, also in the middle of a step. When it resolves, no thread touches a file any more. */
  end(): Promise<void>;
}

/** The number of threads for a number of files; 0 for the calling thread. */
export function threadsFor(files: number): number {
  return files < FEW ? 0 : Math.min(MOST_THREADS, availableParallelism());
}

/** Starts the workers of a job. When the signal fires, steps reject with its reason. */
export function startWorkers(job: Job, threads: number, signal: StopSignal): Workers {
  return threads === 0 ? new SameThread(job, signal) : new WorkerThreads(job, threads, signal);
}
