/** Continuous changes are reported after this many join periods at the latest. */
const MOST_JOINS = 4;

/** Reports changes that come close together as one. */
export class JoinedChanges {
  readonly #tell: () => void;
  readonly #joinMs: number;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  constructor(tell: () => void, joinMs: number) {
    this.#tell = tell;
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
      this.#tell();
    }, wait).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
