import { Semaphore } from '@concord/engine';

const neverStopped = () => () => {};

/** Runs a bounded number of tasks at a time; the others wait, first come, first served. */
export class ConcurrencyLimit {
  readonly #places: Semaphore;
  readonly #running = new Set<Promise<unknown>>();

  constructor(most: number) {
    this.#places = new Semaphore(most);
  }

  /** Runs a task when fewer than the allowed number run, and gives its result. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const running = this.#runInTurn(task);
    this.#running.add(running);
    const forget = () => this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }

  /** Waits until no task runs or waits. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #runInTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    await this.#places.acquire(neverStopped);
    try {
      return await task();
    } finally {
      this.#places.release();
    }
  }
}
