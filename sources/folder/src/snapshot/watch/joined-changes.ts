/** Continuous changes are reported after this many join periods at the latest. */
const MOST_JOINS = 4;

/** Reports changes that come close together as one. */
export class JoinedChanges {
  readonly #onChange: () => void;
  readonly #joinMs: number;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  constructor(onChange: () => void, joinMs: number) {
    this.#onChange = onChange;
    this.#joinMs = joinMs;
  }

  add(): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    else clearTimeout(this.#timer);
    const latest = this.#since + MOST_JOINS * this.#joinMs;
    const wait = Math.max(0, Math.min(this.#joinMs, latest - now));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#onChange();
    }, wait).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
