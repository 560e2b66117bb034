const MINUTE = 60_000;

/** Admits at most `most` events in any minute. */
export class RateWindow {
  readonly #most: number;
  #times: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  admits(): boolean {
    if (this.#most === Number.POSITIVE_INFINITY) return true;
    const now = performance.now();
    this.#times = this.#times.filter(time => now - time < MINUTE);
    if (this.#times.length >= this.#most) return false;
    this.#times.push(now);
    return true;
  }
}
