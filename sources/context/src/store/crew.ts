import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StopSignal } from '@concord/engine';
import { Pace } from '../select/pace.js';
import { type Job, type Steps, startJob } from './job.js';

const MOST_THREADS = 8;
/** With fewer files than this, a thread takes longer to start than its share of the work. */
const FEW = 500;
/** Pieces that wait at each thread, so that none has to wait for the next. */
const AHEAD = 2;

type StepName = keyof Steps;

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

class Alone implements Crew {
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

// Tests run the sources; a thread needs what was compiled of them.
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/store/cache-worker.js' : './cache-worker.js',
  import.meta.url,
);

class Threads implements Crew {
  readonly #threads: readonly Worker[];
  readonly #signal: StopSignal;

  constructor(job: Job, count: number, signal: StopSignal) {
    this.#signal = signal;
    this.#threads = Array.from(
      { length: count },
      (_, number) => new Worker(program, { workerData: { job, number }, env: {}, execArgv: [] }),
    );
  }

  async each<Step extends StepName>(
    step: Step,
    pieces: Iterable<Steps[Step]['piece']>,
    take: (result: Steps[Step]['result']) => void,
  ): Promise<void> {
    const rest = pieces[Symbol.iterator]();
    let open = 0;
    await this.#until((thread, resolve) => {
      const feed = () => {
        const next = rest.next();
        if (next.done) {
          if (open === 0) resolve();
          return;
        }
        open += 1;
        thread.postMessage({ step, piece: next.value });
      };
      for (let ahead = 0; ahead < AHEAD; ahead++) feed();
      return result => {
        open -= 1;
        take(result as Steps[Step]['result']);
        feed();
      };
    });
  }

  async everyone<Step extends StepName>(step: Step, piece: Steps[Step]['piece']) {
    const results: Steps[Step]['result'][] = [];
    await this.#until((thread, resolve) => {
      thread.postMessage({ step, piece });
      return result => {
        results.push(result as Steps[Step]['result']);
        if (results.length === this.#threads.length) resolve();
      };
    });
    return results;
  }

  get size(): number {
    return this.#threads.length;
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map(thread => thread.terminate()));
  }

  /** Lets all threads work until somebody says that all is done, something fails or the signal fires. */
  async #until(begin: (thread: Worker, resolve: () => void) => (result: unknown) => void): Promise<void> {
    this.#signal.throwIfAborted();
    const { promise, resolve, reject } = promised();
    const onAbort = () => reject(this.#signal.reason);
    this.#signal.addEventListener('abort', onAbort);
    try {
      for (const thread of this.#threads) {
        const take = begin(thread, resolve);
        thread.on('error', reject);
        thread.on('message', (result: unknown) => {
          try {
            take(result);
          } catch (error) {
            reject(error);
          }
        });
      }
      await promise;
    } finally {
      this.#signal.removeEventListener('abort', onAbort);
      for (const thread of this.#threads) thread.removeAllListeners('message');
    }
  }
}

function promised() {
  let resolve = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<void>((kept, broken) => {
    resolve = kept;
    reject = broken;
  });
  return { promise, resolve, reject };
}
