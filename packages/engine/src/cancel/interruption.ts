import type { StopSignal } from '../concurrency/stop.js';

export type Cause = 'cancelled' | 'timeout';

/** Which limit was exceeded: the time of the call, the time without progress, the time in all where progress extends it, or that of its caller's budget. */
export type Deadline = 'fixed' | 'idle' | 'max_exceeded' | 'budget';

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

export interface TimeLimits {
  readonly timeoutMs: number;
  /** Progress starts the clock anew, until this long has passed in all. */
  readonly mostMs?: number | undefined;
  /** How long its caller grants it in all, from now on: nothing puts that off. */
  readonly budgetMs?: number | undefined;
}

/** Longest delay a Node timer takes. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Ends a call early: the caller's own signal or a deadline, whichever comes first. */
export class Interruption {
  #timeoutMs: number;
  readonly #mostMs: number | undefined;
  readonly #callerSignal: StopSignal | undefined;
  #controller: AbortController | undefined;
  readonly #budgetMs: number | undefined;
  /** When the budget is spent, by the clock of `performance`. */
  readonly #spentAt: number;
  #deadline = 0;
  /** The time that progress cannot extend the deadline past. */
  #last = 0;
  #ranOut: Deadline | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** How many `whileStopped` are under way, and how much of the time was left when the first began. */
  #waits = 0;
  #left = 0;
  #over = false;
  #cause: Cause | undefined;
  #whenFired: (() => void) | undefined;
  readonly #listeners: (() => void)[] = [];

  constructor({ timeoutMs, mostMs, budgetMs }: TimeLimits, callerSignal?: StopSignal) {
    this.#timeoutMs = Math.min(timeoutMs, LONGEST_TIMER_MS);
    this.#mostMs = mostMs;
    this.#budgetMs = budgetMs;
    this.#spentAt = budgetMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + budgetMs;
    this.#callerSignal = callerSignal;
    this.restartClock();
    if (callerSignal?.aborted) this.#cancel();
    else callerSignal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** The time the call has in all, or without progress where that extends it. */
  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /** The budget that has run out; undefined where another time, or nothing, has ended the call. */
  get spentBudgetMs(): number | undefined {
    return this.#ranOut === 'budget' ? this.#budgetMs : undefined;
  }

  /** Made when it is first read, because most tools never do. */
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

  /** Calls back when the call is to end, before the signal fires; at once when that is so already. Returns a function that removes the listener. */
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

  /** Sets another timeout, which begins now. */
  giveTime(timeoutMs: number): void {
    this.#timeoutMs = Math.min(timeoutMs, LONGEST_TIMER_MS);
    this.restartClock();
  }

  /** Starts the timeout anew. */
  restartClock(): void {
    if (this.#cause) return;
    this.#last = performance.now() + (this.#mostMs ?? Number.POSITIVE_INFINITY);
    this.#startClock(Math.min(this.timeoutMs, this.#mostMs ?? this.timeoutMs));
  }

  /** Moves the deadline, where progress extends it. */
  extend(): void {
    // The timer looks at the deadline when it fires: moving that is enough, and cheap.
    if (this.#mostMs !== undefined && this.#waits === 0)
      this.#deadline = Math.min(performance.now() + this.timeoutMs, this.#last, this.#spentAt);
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

  /** Stops the clock and the listening to the caller's signal, for good. */
  close(): void {
    this.#over = true;
    this.stopClock();
    this.#callerSignal?.removeEventListener('abort', this.#cancel);
  }

  #startClock(milliseconds: number): void {
    this.stopClock();
    const now = performance.now();
    // Not the difference of two times: a part of a millisecond over what a timer takes would be one of 1 ms.
    const left = Math.min(milliseconds, this.#spentAt - now);
    this.#deadline = now + left;
    this.#timer = setTimeout(this.#timeIsUp, Math.max(0, left));
  }

  readonly #timeIsUp = () => {
    const left = this.#mostMs === undefined ? 0 : this.#deadline - performance.now();
    if (left > 0) {
      this.#timer = setTimeout(this.#timeIsUp, left);
      return;
    }
    this.#ranOut = this.#limitReached();
    this.#fire('timeout');
  };

  #limitReached(): Deadline {
    if (this.#deadline >= this.#spentAt) return 'budget';
    if (this.#mostMs === undefined) return 'fixed';
    return this.#deadline >= this.#last ? 'max_exceeded' : 'idle';
  }

  /** A signal whose reason is an Interrupted passes its cause on, so that a timeout of the caller is one here too. */
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
