/** What has to be finished before the process may end. */
export interface Stoppable {
  /** Resolves when nothing is in progress, and every answer has left. */
  allFinished(): Promise<void>;
  cancelAll(reason: string): void;
  /** Writes what is queued, ends child processes, closes connections and Sources. */
  close(): Promise<void>;
}

/** How long cancelled requests have to be answered. */
const CANCELLED_MS = 1_300;
/** How long Sources have to close; together both stay within what a signal allows. */
const CLOSING_MS = 600;

/**
 * The end of the process, whatever asked for it. Requests in progress may finish within the shortest grace that was asked for; then they
 * are cancelled and answered, and the process ends with the code of whoever asked first, or of a signal.
 */
export class Ending {
  readonly done: Promise<number>;
  readonly #stoppable: Stoppable;
  #finish: (code: number) => void = () => {};
  #code: number | undefined;
  #deadline = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #cancelled = false;

  constructor(stoppable: Stoppable) {
    this.#stoppable = stoppable;
    this.done = new Promise(resolve => {
      this.#finish = resolve;
    });
  }

  get begun(): boolean {
    return this.#code !== undefined;
  }

  begin(code: number, reason: string, graceMs: number): void {
    const first = this.#code === undefined;
    if (first || code !== 0) this.#code = code;
    const deadline = performance.now() + graceMs;
    if (deadline < this.#deadline) {
      this.#deadline = deadline;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#cancel(reason), graceMs);
    }
    if (first) this.#stoppable.allFinished().then(() => this.#close());
  }

  #cancel(reason: string): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#stoppable.cancelAll(reason);
    this.#timer = setTimeout(() => this.#close(), CANCELLED_MS);
  }

  #close(): void {
    clearTimeout(this.#timer);
    const finish = () => this.#finish(this.#code ?? 0);
    const late = setTimeout(finish, CLOSING_MS);
    this.#stoppable
      .close()
      .catch(() => {})
      .finally(() => {
        clearTimeout(late);
        finish();
      });
  }
}
