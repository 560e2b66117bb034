/** Lets a number of holders work at a time, in the order they came. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Takes a place if one is free; says whether it did. */
  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Resolves once it has a place. Rejects when the caller is told to stop first; `onStop` registers a listener for that and returns the way to remove it. */
  async acquire(onStop: (listener: () => void) => () => void = () => () => {}): Promise<void> {
    if (this.tryAcquire()) return;
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        stopListening();
        resolve();
      };
      this.#waiting.push(enter);
      const stopListening = onStop(() => {
        const at = this.#waiting.indexOf(enter);
        if (at !== -1) this.#waiting.splice(at, 1);
        reject(new Error('stopped while waiting for a place'));
      });
    });
  }

  /** Gives the place to the one that has waited longest. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
