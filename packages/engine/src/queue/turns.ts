/** Lets a fixed number work at the same time; the others wait in the order they came. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Takes a turn if one is free; gives whether it was. */
  takeNow(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Takes a turn, or waits for one; rejects when `onStop` calls back first. */
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

  /** Gives the turn to the one that has waited longest. */
  giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
