/** Lets some tasks through at one time and has the others wait, first come, first served. */
export class Turnstile {
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  readonly #inside = new Set<Promise<unknown>>();
  #taken = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** Runs a task when there is a place. */
  async pass<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= this.#places) await new Promise<void>(resolve => this.#waiting.push(resolve));
    else this.#taken += 1;
    const running = task();
    this.#inside.add(running);
    try {
      return await running;
    } finally {
      this.#inside.delete(running);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken -= 1;
    }
  }

  /** Waits until nobody is inside or waits to be. */
  async empty(): Promise<void> {
    while (this.#taken > 0) await Promise.allSettled(this.#inside);
  }
}
