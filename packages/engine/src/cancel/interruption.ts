import type { StopSignal } from '../concurrency/stop.js';

export type Cause = 'cancelled' | 'timeout';

/** Which clock ran out: the whole time of a call, the time without progress, or the most that progress can win. */
export type Deadline = 'fixed' | 'idle' | 'max_exceeded';

/** Why `call.signal` fired. */
export class Interrupted extends Error {
  override readonly name = 'AbortError';

  constructor(
    override readonly cause: Cause,
    readonly deadline: Deadline | undefined,
  ) {
    super(cause === 'timeout' ? 'The call took too long' : 'The call was cancelled');
  }
}

export interface Patience {
  readonly timeoutMs: number;
  /** Progress starts the clock anew, until this long has passed in all. */
  readonly mostMs?: number | undefined;
}

/** Longest delay a Node timer takes. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Ends a call early: the caller's own signal or a deadline, whichever comes first. */
export class Interruption {
  #timeoutMs: number;
  readonly #mostMs: number | undefined;
  readonly #callerSignal: StopSignal | undefined;
  #controller: AbortController | undefined;
  #deadline = 0;
  /** When not even progress helps any more. */
  #last = 0;
  #ranOut: Deadline | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** How many waits that do not count are under way, and what is left of the time meanwhile. */
  #waits = 0;
  #left = 0;
  #over = false;
  #cause: Cause | undefined;
  #whenFired: (() => void) | undefined;
  readonly #listeners: (() => void)[] = [];

  constructor({ timeoutMs, mostMs }: Patience, callerSignal?: StopSignal) {
    this.#timeoutMs = Math.min(timeoutMs, LONGEST_TIMER_MS);
    this.#mostMs = mostMs;
    this.#callerSignal = callerSignal;
    this.restartClock();
    if (callerSignal?.aborted) this.#cancel();
    else callerSignal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** The time the call has in all, or without progress where that extends it. */
  get timeoutMs(): number {
    return this.#timeoutMs;
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

  /** Why the call is being ended, in the words of the signal; undefined while it may go on. */
  get reason(): Interrupted | undefined {
    return this.#cause && new Interrupted(this.#cause, this.#ranOut);
  }

  /** Calls back when the call is to end, before the signal fires; at once when that is so already. Returns the way to call it off. */
  onStop(listener: () => void): () => void {
    if (this.#cause) {
      listener();
      return () => {};
    }
    const own = () => listener();
    this.#listeners.push(own);
    return () => {
      const at = this.#listeners.indexOf(own);
      if (at !== -1) this.#listeners.splice(at, 1);
    };
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

  /** Gives the call another time, from now on. */
  giveTime(timeoutMs: number): void {
    this.#timeoutMs = Math.min(timeoutMs, LONGEST_TIMER_MS);
    this.restartClock();
  }

  /** Gives the call all of its time again. */
  restartClock(): void {
    if (this.#cause) return;
    this.#last = performance.now() + (this.#mostMs ?? Number.POSITIVE_INFINITY);
    this.#startClock(Math.min(this.timeoutMs, this.#mostMs ?? this.timeoutMs));
  }

  /** Says that the work goes on, which wins time where progress does. */
  extend(): void {
    // The timer looks at the deadline when it fires: moving that is enough, and cheap.
    if (this.#mostMs !== undefined && this.#waits === 0)
      this.#deadline = Math.min(performance.now() + this.timeoutMs, this.#last);
  }

  /** Stops the clock: from here only the caller can end the call. */
  stopClock(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Waits for something that does not count against the deadline. */
  async whileStopped<Result>(wait: () => Promise<Result>): Promise<Result> {
    const before = performance.now();
    if (this.#waits === 0) {
      this.#left = this.remainingMs();
      this.stopClock();
    }
    this.#waits++;
    try {
      return await wait();
    } finally {
      if (--this.#waits === 0 && !this.#over && !this.#cause) {
        this.#last += performance.now() - before;
        this.#startClock(this.#left);
      }
    }
  }

  /** Lets go of the clock and of the caller's signal, for good. */
  close(): void {
    this.#over = true;
    this.stopClock();
    this.#callerSignal?.removeEventListener('abort', this.#cancel);
  }

  #startClock(milliseconds: number): void {
    this.stopClock();
    this.#deadline = performance.now() + milliseconds;
    this.#timer = setTimeout(this.#timeIsUp, milliseconds);
  }

  readonly #timeIsUp = () => {
    const left = this.#mostMs === undefined ? 0 : this.#deadline - performance.now();
    if (left > 0) {
      this.#timer = setTimeout(this.#timeIsUp, left);
      return;
    }
    this.#ranOut = this.#mostMs === undefined ? 'fixed' : this.#deadline >= this.#last ? 'max_exceeded' : 'idle';
    this.#fire('timeout');
  };

  /** A caller that gives up because its own time is up says so with its reason. */
  readonly #cancel = () => {
    const reason = this.#callerSignal?.reason;
    this.#fire(reason instanceof Interrupted ? reason.cause : 'cancelled');
  };

  #fire(cause: Cause): void {
    if (this.#cause) return;
    this.#cause = cause;
    this.stopClock();
    for (const listener of this.#listeners.splice(0)) listener();
    this.#abort(cause);
    this.#whenFired?.();
  }

  #abort(cause: Cause): void {
    this.#controller?.abort(new Interrupted(cause, this.#ranOut));
  }
}
