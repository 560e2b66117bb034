import type { StopSignal } from './stop.js';

export type Cause = 'cancelled' | 'timeout';

/** Longest delay a Node timer takes. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Ends a call early: the caller's own signal or a deadline, whichever comes first. */
export class Interruption {
  readonly timeoutMs: number;
  readonly #callerSignal: StopSignal | undefined;
  #controller: AbortController | undefined;
  #deadline = 0;
  #timer: NodeJS.Timeout | undefined;
  /** How many waits that do not count are under way, and what is left of the time meanwhile. */
  #waits = 0;
  #left = 0;
  #over = false;
  #cause: Cause | undefined;
  #whenFired: (() => void) | undefined;

  constructor(timeoutMs: number, callerSignal?: StopSignal) {
    this.timeoutMs = Math.min(timeoutMs, LONGEST_TIMER_MS);
    this.#startClock(this.timeoutMs);
    this.#callerSignal = callerSignal;
    if (callerSignal?.aborted) this.#cancel();
    else callerSignal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** For those who listen; made when the first one does, because most tools never look. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#cause) this.#abort(this.#cause);
    }
    return this.#controller.signal;
  }

  /** Why the call is being ended; undefined while it may go on. */
  get cause(): Cause | undefined {
    return this.#cause;
  }

  remainingMs(): number {
    return this.#waits > 0 ? this.#left : Math.max(0, this.#deadline - performance.now());
  }

  /** Resolves when the call is to end, rejects never. */
  fired(): Promise<void> {
    return new Promise(resolve => this.onFire(resolve));
  }

  /** Calls back when the call is to end; at once when that is so already. One listener at a time. */
  onFire(listener: () => void): void {
    if (this.#cause) listener();
    else this.#whenFired = listener;
  }

  /** Stops the clock: from here only the caller can end the call. */
  stopClock(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Waits for something that does not count against the deadline. */
  async whileStopped<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (this.#waits === 0) {
      this.#left = this.remainingMs();
      this.stopClock();
    }
    this.#waits++;
    try {
      return await wait();
    } finally {
      if (--this.#waits === 0 && !this.#over && !this.#cause) this.#startClock(this.#left);
    }
  }

  /** Lets go of the clock and of the caller's signal, for good. */
  close(): void {
    this.#over = true;
    this.stopClock();
    this.#callerSignal?.removeEventListener('abort', this.#cancel);
  }

  #startClock(milliseconds: number): void {
    this.#deadline = performance.now() + milliseconds;
    this.#timer = setTimeout(() => this.#fire('timeout'), milliseconds);
  }

  readonly #cancel = () => this.#fire('cancelled');

  #fire(cause: Cause): void {
    if (this.#cause) return;
    this.#cause = cause;
    this.stopClock();
    this.#abort(cause);
    this.#whenFired?.();
  }

  #abort(cause: Cause): void {
    const why = cause === 'timeout' ? 'The call took too long' : 'The call was cancelled';
    this.#controller?.abort(new DOMException(why, 'AbortError'));
  }
}
