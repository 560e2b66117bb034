import { Worker } from 'node:worker_threads';
import type { StopSignal } from '@concord/engine';
import type { Job, Steps } from './job.js';
import type { StepName, Workers } from './workers.js';

/** Pieces queued at each thread, so that no thread waits for its next piece. */
const AHEAD = 2;

// Tests run the TypeScript sources; a thread needs the compiled file.
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/threads/cache-worker.js' : './cache-worker.js',
  import.meta.url,
);

/** Limits the young generation: without it each thread reserves far more memory for short-lived objects than it needs. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** Does the steps of a job in worker threads. */
export class WorkerThreads implements Workers {
  readonly #threads: readonly Worker[];
  readonly #signal: StopSignal;

  constructor(job: Job, count: number, signal: StopSignal) {
    this.#signal = signal;
    this.#threads = Array.from(
      { length: count },
      (_, number) => new Worker(program, { workerData: { job, number }, env: {}, execArgv: [], resourceLimits }),
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

  async inEachThread<Step extends StepName>(step: Step, piece: Steps[Step]['piece']) {
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

  /** Lets all threads work until `resolve` is called, something fails or the signal fires. */
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
