import { Worker } from 'node:worker_threads';
import type { Fault, Rule } from '../rules/rule.js';
import type { ReadLimits, ReadResult } from './read-file.js';
import type { LanguageFaults } from './rule-book.js';
import type { WalkedFile } from './walk.js';
import type { WorkerAnswer, WorkerStart, WorkerTask } from './worker-messages.js';

export interface PoolRequest {
  readonly rules: readonly Rule[];
  readonly limits: ReadLimits;
  readonly jobs: number;
  readonly maxMemoryMb: number;
  /** Each file with its number, which comes back with what it came to. */
  readonly files: WorkerTask;
  readonly onResult: (number: number, result: ReadResult) => void;
  readonly signal?: { readonly aborted: boolean };
}

/** How many files a worker is given at once: few, so that none waits for the last. */
const AT_ONCE = 16;
/** How long a worker may be silent beyond the time of a rule, which it watches itself. */
const SILENCE_MS = 10_000;
const WATCH_MS = 250;

const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/project/scan-worker.js' : './scan-worker.js',
  import.meta.url,
);

/** Scans files in threads. A thread that hangs or runs out of memory is ended: its file is told, and another goes on. */
export async function scanInThreads(request: PoolRequest): Promise<readonly LanguageFaults[]> {
  const waiting = [...request.files];
  const faults: LanguageFaults[] = [];
  const jobs = Math.min(request.jobs, Math.ceil(waiting.length / 2));
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, () => workThrough(request, waiting, faults)));
  return faults;
}

/** One place in the pool: a worker, and another after it where it was ended. */
async function workThrough(request: PoolRequest, waiting: (readonly [number, WalkedFile])[], faults: LanguageFaults[]) {
  while (waiting.length > 0 && request.signal?.aborted !== true) await runWorker(request, waiting, faults);
}

function runWorker(
  { rules, limits, maxMemoryMb, onResult, signal }: PoolRequest,
  waiting: (readonly [number, WalkedFile])[],
  faults: LanguageFaults[],
): Promise<void> {
  const progress = new SharedArrayBuffer(8);
  const at = new Int32Array(progress);
  at[0] = -1;
  const start: WorkerStart = { rules, limits, progress };
  const worker = new Worker(program, {
    workerData: start,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    stderr: true,
  });
  const given = new Map<number, WalkedFile>();
  let lastBeat = -1;
  let since = performance.now();
  return new Promise(resolve => {
    const finish = (why?: Fault['kind'], message = '') => {
      clearInterval(watch);
      worker.removeAllListeners();
      worker.on('error', () => {});
      void worker.terminate().then(() => resolve());
      const number = at[0]!;
      const stopped = given.get(number);
      given.delete(number);
      if (why && stopped) {
        const fault: Fault = { kind: why, message, path: stopped.path };
        onResult(number, { findings: [], faults: [fault], lines: 0, bytes: 0, isScanned: false });
      } else if (why) {
        // It ended before its first file: another try would end alike.
        for (const [each, file] of given)
          onResult(each, {
            findings: [],
            faults: [{ kind: why, message, path: file.path }],
            lines: 0,
            bytes: 0,
            isScanned: false,
          });
        given.clear();
      }
      for (const [each, file] of given) waiting.unshift([each, file]);
    };
    const giveMore = () => {
      const task = waiting.splice(0, Math.min(AT_ONCE, Math.max(1, Math.ceil(waiting.length / 8))));
      if (task.length === 0 || signal?.aborted === true) return finish();
      for (const [number, file] of task) given.set(number, file);
      since = performance.now();
      worker.postMessage(task);
    };
    const watch = setInterval(() => {
      if (signal?.aborted === true) return finish();
      const beat = Atomics.load(at, 1);
      if (beat !== lastBeat) {
        lastBeat = beat;
        since = performance.now();
      } else if (performance.now() - since > 2 * limits.ruleMs + SILENCE_MS)
        finish('timeout', `it took longer than ${limits.ruleMs / 1_000} s`);
    }, WATCH_MS);
    worker.on('message', (answer: WorkerAnswer) => {
      if ('done' in answer) {
        faults.push(...answer.faults);
        if (answer.done) giveMore();
        else finish();
        return;
      }
      given.delete(answer.number);
      onResult(answer.number, answer.result);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      finish(
        isMemory ? 'too_large' : 'unsupported',
        isMemory ? `it needs more than ${maxMemoryMb} MB of memory` : `the engine failed here: ${error.message}`,
      );
    });
    giveMore();
  });
}
