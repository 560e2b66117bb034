/** Lets so many work at a time, in the order they came. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Whether it is one's turn at once; then it is taken. */
  takeNow(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Resolves when it is one's turn; rejects when whoever waits is told to stop first. */
  async take(onStop: (listener: () => void) => () => void): Promise<void> {
    if (this.takeNow()) return;
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        callOff();
        resolve();
      };
      this.#waiting.push(enter);
      const callOff = onStop(() => {
        const at = this.#waiting.indexOf(enter);
        if (at !== -1) this.#waiting.splice(at, 1);
        reject(new Error('nobody waits any more'));
      });
    });
  }

  /** Gives the turn to whoever waits longest. */
  giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
