import { lstatSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Pace } from '../event-loop/pace.js';
import { type Look, lookAtNext } from './file-check.js';

/** What a thread runs: it looks at files until none is left. Its text is all it has. */
function serve(work: typeof lookAtNext): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads');
  const { lstatSync: lstat } = process.getBuiltinModule('node:fs');
  while (work(workerData as Look, lstat));
}

/** A second thread that looks at files while this one does something else. It never keeps the process alive. */
export class LookThread {
  readonly #worker: Worker;
  #isGone = false;

  /** It begins at once. */
  constructor(readonly look: Look) {
    // A text, because a thread with a file of its own would need that file beside every bundle.
    const text = `(${serve.toString()})(${lookAtNext.toString()})`;
    this.#worker = new Worker(text, { eval: true, workerData: look });
    const gone = () => {
      this.#isGone = true;
    };
    this.#worker.on('error', gone).on('exit', gone).unref();
  }

  /** Looks at what is left together with the thread, and gives which files are the same. What a thread that failed had taken is not. */
  async finish(pace: Pace): Promise<Uint8Array> {
    const { look } = this;
    while (lookAtNext(look, lstatSync)) if (pace.isDue) await pace.turn();
    while (Atomics.load(look.progress, 1) < look.isSame.length && !this.#isGone) await pace.turn();
    return look.isSame;
  }

  close(): void {
    void this.#worker.terminate();
  }
}
