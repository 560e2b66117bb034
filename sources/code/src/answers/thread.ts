import { Worker } from 'node:worker_threads';
import type { Call } from '@concord/engine';
import type { Question } from './question/asked.js';
import type { AnswerResult, FromWorker, ToWorker } from './question/messages.js';

const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/answers/answer-worker.js' : './answer-worker.js',
  import.meta.url,
);

const MOST_MEMORY_MB = 2_048;

interface Waiting {
  readonly question: Question;
  readonly call: Call;
  readonly settle: (result: AnswerResult) => void;
  hasStarted: boolean;
}

/**
 * The thread that answers. One that hangs past the deadline of the question it works on is ended; what waits behind that is asked again
 * in a new one, and the server goes on.
 */
export class AnswerThread {
  #worker: Worker | undefined;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(private readonly onCrash: (message: string) => void) {}

  ask(question: Question, call: Call): Promise<AnswerResult> {
    return new Promise(resolve => {
      const number = ++this.#number;
      const removeListener = call.onStop(() => this.#stop(number));
      const settle = (result: AnswerResult) => {
        if (!this.#waiting.delete(number)) return;
        removeListener();
        if (this.#waiting.size === 0) this.#worker?.unref();
        resolve(result);
      };
      this.#waiting.set(number, { question, call, settle, hasStarted: false });
      this.#start().postMessage({ number, question } satisfies ToWorker);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    for (const { settle } of [...this.#waiting.values()])
      settle({ fault: { code: 'internal_error', message: 'The server is ending.' } });
    await worker?.terminate();
  }

  #start(): Worker {
    if (!this.#worker) {
      const worker = new Worker(program, {
        env: {},
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
      });
      worker.on('message', (message: FromWorker) => this.#hear(worker, message));
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        if (!isMemory) this.onCrash(error.stack ?? error.message);
        this.#replace(worker, {
          fault: {
            code: isMemory ? 'resource_exhausted' : 'internal_error',
            message: isMemory ? 'The question needs more memory than there is.' : 'The tool failed.',
            ...(isMemory && { details: { reason: 'memory' } }),
          },
        });
      });
      this.#worker = worker;
    }
    this.#worker.ref();
    return this.#worker;
  }

  #hear(worker: Worker, message: FromWorker): void {
    const waiting = this.#waiting.get(message.number);
    if ('started' in message) {
      if (waiting) waiting.hasStarted = true;
    } else if ('progress' in message) {
      waiting?.call.progress(message.progress[0], message.progress[1]);
    } else {
      waiting?.settle('answer' in message ? { answer: message.answer } : { fault: message.fault });
      if (message.isLost) this.#replace(worker);
    }
  }

  /** The call is over: one that only waits is forgotten, one that is worked on ends the thread. */
  #stop(number: number): void {
    const waiting = this.#waiting.get(number);
    if (!waiting) return;
    const isTimeout = waiting.call.stopped?.cause === 'timeout';
    const { hasStarted, settle } = waiting;
    settle({
      fault: isTimeout
        ? { code: 'timeout', message: 'The question took too long.', details: { reason: 'deadline' } }
        : { code: 'timeout', message: 'The call was cancelled.', details: { reason: 'cancelled' } },
    });
    if (hasStarted && this.#worker) this.#replace(this.#worker);
  }

  /** Ends a thread; the question it worked on gets this result, the others are asked again. */
  #replace(worker: Worker, result?: AnswerResult): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    worker.removeAllListeners();
    worker.on('error', () => {});
    void worker.terminate();
    // A thread that ended before it began anything would do so again.
    const isUseless = result !== undefined && ![...this.#waiting.values()].some(each => each.hasStarted);
    for (const each of [...this.#waiting.values()]) if (result && (each.hasStarted || isUseless)) each.settle(result);
    for (const [number, each] of this.#waiting) {
      each.hasStarted = false;
      this.#start().postMessage({ number, question: each.question } satisfies ToWorker);
    }
  }
}
