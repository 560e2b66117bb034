/** Lets so many work at a time, in the order they came. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Resolves when it is one's turn; rejects with the signal's reason when that fires first. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const withdraw = () => {
        const at = this.#waiting.indexOf(enter);
        if (at !== -1) this.#waiting.splice(at, 1);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', withdraw);
        resolve();
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', withdraw, { once: true });
    });
  }

  /** Gives the turn to whoever waits longest. */
  giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
