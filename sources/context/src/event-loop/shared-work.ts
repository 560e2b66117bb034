import { Stop, type StopSignal } from '@concord/engine';

interface Work<Result> {
  readonly promise: Promise<Result>;
  readonly stop: Stop;
  waiting: number;
}

/** Runs work once for several callers that ask for it at the same time. Stops it when no caller waits any more. */
export class SharedWork<Result> {
  readonly #works = new Map<string, Work<Result>>();

  /** Waits for the work of that name, and starts it if it is not running. Rejects with the signal's reason when it fires. */
  async join(name: string, start: (signal: StopSignal) => Promise<Result>, signal: StopSignal): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#works.get(name) ?? this.#start(name, start);
    work.waiting += 1;
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([work.promise, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      work.waiting -= 1;
      if (work.waiting === 0) this.#abandon(name, work);
    }
  }

  /** Stops everything. */
  stop(): void {
    for (const [name, work] of this.#works) this.#abandon(name, work);
  }

  #start(name: string, start: (signal: StopSignal) => Promise<Result>): Work<Result> {
    const stop = new Stop();
    const work = { promise: start(stop), stop, waiting: 0 };
    this.#works.set(name, work);
    const forget = () => {
      if (this.#works.get(name) === work) this.#works.delete(name);
    };
    work.promise.then(forget, forget);
    return work;
  }

  #abandon(name: string, work: Work<Result>): void {
    work.stop.stop();
    if (this.#works.get(name) === work) this.#works.delete(name);
  }
}
