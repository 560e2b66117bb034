import { lstatSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Pace } from '../event-loop/pace.js';
import { checkNextFiles, type FileCheck } from './file-check.js';

/** The program of the thread: checks files until none is left. It may use nothing outside of it, because only its text is passed on. */
function serve(work: typeof checkNextFiles): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads');
  const { lstatSync: lstat } = process.getBuiltinModule('node:fs');
  while (work(workerData as FileCheck, lstat));
}

/** A second thread that checks files while this one does other work. It never keeps the process alive. */
export class FileCheckThread {
  readonly #worker: Worker;
  #hasEnded = false;

  /** Starts checking at once. */
  constructor(readonly check: FileCheck) {
    // Started from text: a program file would have to be beside every bundle.
    const text = `(${serve.toString()})(${checkNextFiles.toString()})`;
    this.#worker = new Worker(text, { eval: true, workerData: check });
    const ended = () => {
      this.#hasEnded = true;
    };
    this.#worker.on('error', ended).on('exit', ended).unref();
  }

  /** Checks the rest together with the thread, and gives which files are unchanged. Files that a failed thread had taken count as changed. */
  async finish(pace: Pace): Promise<Uint8Array> {
    const { check } = this;
    while (checkNextFiles(check, lstatSync)) if (pace.isDue) await pace.turn();
    while (Atomics.load(check.progress, 1) < check.isSame.length && !this.#hasEnded) await pace.turn();
    return check.isSame;
  }

  close(): void {
    void this.#worker.terminate();
  }
}
