/** What has to come to rest before the process may end. */
export interface Restless {
  /** Resolves when nothing is in progress, and every answer has left. */
  allFinished(): Promise<void>;
  cancelAll(reason: string): void;
  /** Writes what is queued, ends what was started, lets go of everything. */
  close(): Promise<void>;
}

/** How long cancelled work has to wind up. */
const WINDING_UP_MS = 1_300;
/** How long Sources have to close; together both stay within what a signal allows. */
const CLOSING_MS = 600;

/**
 * The end of the process, whatever asked for it. Work in progress may finish within the patience of the most urgent request; then it is
 * cancelled, answered, and the process leaves with the code of the first request, or of a signal.
 */
export class Ending {
  readonly done: Promise<number>;
  readonly #restless: Restless;
  #finish: (code: number) => void = () => {};
  #code: number | undefined;
  #deadline = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #cancelled = false;

  constructor(restless: Restless) {
    this.#restless = restless;
    this.done = new Promise(resolve => {
      this.#finish = resolve;
    });
  }

  get begun(): boolean {
    return this.#code !== undefined;
  }

  begin(code: number, reason: string, patienceMs: number): void {
    const first = this.#code === undefined;
    if (first || code !== 0) this.#code = code;
    const deadline = performance.now() + patienceMs;
    if (deadline < this.#deadline) {
      this.#deadline = deadline;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#cancel(reason), patienceMs);
    }
    if (first) this.#restless.allFinished().then(() => this.#close());
  }

  #cancel(reason: string): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#restless.cancelAll(reason);
    this.#timer = setTimeout(() => this.#close(), WINDING_UP_MS);
  }

  #close(): void {
    clearTimeout(this.#timer);
    const finish = () => this.#finish(this.#code ?? 0);
    const late = setTimeout(finish, CLOSING_MS);
    this.#restless
      .close()
      .catch(() => {})
      .finally(() => {
        clearTimeout(late);
        finish();
      });
  }
}
