/** So many failures to reach a server in a row open its breaker. */
const FAILURES = 5;
/** How often the first pause is doubled at most, as a factor: from one second to a minute. */
const LONGEST = 60;

/** How it stands with a breaker. */
export interface BreakerState {
  readonly isOpen: boolean;
  /** Failures to reach the server in a row. */
  readonly failures: number;
  /** Until it is tried again; 0 where it may be now. */
  readonly retryAfterMs: number;
}

/**
 * Keeps calls from a server that cannot be reached: after five failures in a row they fail at once, for a pause that doubles with each further
 * failure; then one of them tries, and the others go on failing until it has.
 */
export class Breaker {
  readonly #shortestMs: number;
  readonly #now: () => number;
  #failures = 0;
  #pauseMs = 0;
  #openUntil = 0;
  #isProbing = false;

  constructor(shortestMs: number, now: () => number = () => performance.now()) {
    this.#shortestMs = shortestMs;
    this.#now = now;
  }

  get state(): BreakerState {
    const retryAfterMs = this.#failures < FAILURES ? 0 : Math.max(0, Math.ceil(this.#openUntil - this.#now()));
    return { isOpen: this.#failures >= FAILURES, failures: this.#failures, retryAfterMs };
  }

  /** Whether something may try to reach the server. Where the breaker is open, whoever gets a yes is the one that tries, and has to say how that ended. */
  mayTry(): boolean {
    if (this.#failures < FAILURES) return true;
    if (this.#isProbing || this.#now() < this.#openUntil) return false;
    this.#isProbing = true;
    return true;
  }

  /** The server was reached. */
  reached(): void {
    this.#failures = 0;
    this.#pauseMs = 0;
    this.#isProbing = false;
  }

  /** It could not be reached. */
  failed(): void {
    this.#failures++;
    this.#isProbing = false;
    if (this.#failures < FAILURES) return;
    this.#pauseMs = this.#pauseMs === 0 ? this.#shortestMs : Math.min(this.#pauseMs * 2, this.#shortestMs * LONGEST);
    this.#openUntil = this.#now() + this.#pauseMs;
  }

  /** What tried came to no end that says anything: it was cancelled. */
  gaveUp(): void {
    this.#isProbing = false;
  }
}
