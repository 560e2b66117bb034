import { lstatSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Pace } from '../select/pace.js';
import { type Look, lookAtNext } from './look.js';

/** What a thread runs: it looks at files until none is left. Its text is all it has. */
function serve(work: typeof lookAtNext): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const { lstatSync: lstat } = process.getBuiltinModule('node:fs');
  parentPort!.on('message', (look: Look) => {
    while (work(look, lstat));
  });
}

/** A second thread that helps to look at files. It starts while other work is done, and never keeps the process alive. */
export class LookThread {
  readonly #worker: Worker;
  #isGone = false;

  constructor() {
    // A text, because a thread with a file of its own would need that file beside every bundle.
    this.#worker = new Worker(`(${serve.toString()})(${lookAtNext.toString()})`, { eval: true });
    const gone = () => {
      this.#isGone = true;
    };
    this.#worker.on('error', gone).on('exit', gone).unref();
  }

  /** Looks at all files together with the thread. When the thread fails, what it had taken counts as changed. */
  async look(look: Look, pace: Pace): Promise<void> {
    this.#worker.postMessage(look);
    while (lookAtNext(look, lstatSync)) if (pace.isDue) await pace.turn();
    while (Atomics.load(look.progress, 1) < look.isSame.length && !this.#isGone) await pace.turn();
  }

  close(): void {
    void this.#worker.terminate();
  }
}
