import { type Store, StoreFailure, type TokenAnswer } from '@concord/store';
import type { Replica } from '../identity/replica.js';
import type { Rate } from '../limits/limits.js';

/** Tokens are this replica's for so long; what it has not used by then goes back into the bucket. */
const LEASE_MS = 2_000;
/** A batch is what would be used in this time, and no more than this share of the bucket. */
const BATCH_MS = 200;
const LARGEST_SHARE = 0.01;
/** A bucket that is empty again and again is asked less and less often, so that many replicas do not ask for what is not there. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 256;
/** Time between the ends of a lease here and in the store: the answer has been on its way meanwhile. */
const SAFETY_MS = 250;

/** One more call may begin, or when one may. */
export type Taken = { readonly isGranted: true } | { readonly isGranted: false; readonly retryAfterMs: number };

const GRANTED: Taken = { isGranted: true };

/** Milliseconds that only go on, and what is run after some of them unless it is taken back. */
export interface Clock {
  now(): number;
  after(ms: number, run: () => void): () => void;
}

export const processClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** A bucket of tokens that all replicas share, of which this one takes some at a time. */
export class RateLimiter {
  readonly #store: Store;
  readonly #replica: Replica;
  readonly #bucket: string;
  readonly #clock: Clock;
  readonly rate: Rate;
  #left = 0;
  /** How many of those on lease were used. */
  #used = 0;
  /** How many calls wait for the store. */
  #waiting = 0;
  #stopReporting: (() => void) | undefined;
  #until = 0;
  /** No token is there before: the store is not asked again until then. */
  #emptyUntil = 0;
  #pauseMs = 0;
  #askedAt = 0;
  #asking: Promise<void> | undefined;
  /** How many calls began lately: the next batch is made by that. */
  #recent = 0;
  #recentSince = 0;
  usedAt: number;

  constructor(store: Store, replica: Replica, bucket: string, rate: Rate, clock: Clock) {
    this.#clock = clock;
    this.usedAt = clock.now();
    this.#store = store;
    this.#replica = replica;
    this.#bucket = bucket;
    this.rate = rate;
  }

  /** How many of its tokens this replica knows of. */
  get left(): number {
    return this.#clock.now() < this.#until ? this.#left : 0;
  }

  take(): Taken | Promise<Taken> {
    return this.#takeNow() ?? this.#askAndTake();
  }

  #takeNow(): Taken | undefined {
    const now = this.#clock.now();
    this.usedAt = now;
    if (this.#left > 0 && now < this.#until) {
      this.#left--;
      this.#used++;
      this.#recent++;
      return GRANTED;
    }
    return now < this.#emptyUntil ? { isGranted: false, retryAfterMs: this.#emptyUntil - now } : undefined;
  }

  async #askAndTake(): Promise<Taken> {
    this.#waiting++;
    try {
      // The first answer may have been asked for before this call came; the second counts it in.
      for (let round = 0; round < 2; round++) {
        this.#asking ??= this.#ask().finally(() => {
          this.#asking = undefined;
        });
        await this.#asking;
        const taken = this.#takeNow();
        if (taken) return taken;
      }
      return { isGranted: false, retryAfterMs: this.rate.perMs / this.rate.tokens };
    } finally {
      this.#waiting--;
    }
  }

  async #ask(): Promise<void> {
    const began = this.#clock.now();
    const want = Math.max(this.#batch(began), this.#waiting);
    const atOnce = Math.min(want, this.#waiting);
    const answer = await this.#lease(want, atOnce).catch(error => {
      if (!(error instanceof StoreFailure)) throw error;
      return this.#leaseAlone(began);
    });
    this.#askedAt = began;
    // Those that were told of at once are not told of again.
    this.#used = -Math.min(atOnce, answer.granted);
    this.#left = answer.granted;
    this.#until = began + LEASE_MS - SAFETY_MS;
    this.#pauseMs = answer.granted > 0 ? 0 : Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs));
    this.#emptyUntil = answer.granted > 0 ? 0 : this.#clock.now() + Math.max(this.#pauseMs, answer.retryAfterMs);
    this.#stopReporting?.();
    this.#stopReporting =
      answer.granted > atOnce ? this.#clock.after(LEASE_MS - SAFETY_MS, () => this.#report()) : undefined;
  }

  /** Tells what was used of a lease that ends: the store takes the rest for unused. */
  #report(): void {
    if (this.#asking || this.#used <= 0) return;
    this.#left = 0;
    this.#asking = this.#lease(0, 0)
      .then(
        () => {
          this.#used = 0;
        },
        // A store that is away is told nothing; it gives back what it does not know of.
        () => {},
      )
      .finally(() => {
        this.#asking = undefined;
      });
  }

  #lease(want: number, atOnce: number): Promise<Pick<TokenAnswer, 'granted' | 'retryAfterMs'>> {
    const { rate } = this;
    // What is not a replica of the store at the moment fails as the store does.
    return Promise.resolve().then(() =>
      this.#store.quotas.leaseTokens({
        bucket: this.#bucket,
        rate,
        replica: this.#replica.id,
        want,
        atOnce,
        leaseMs: LEASE_MS,
        used: Math.max(0, this.#used),
      }),
    );
  }

  /** As long as the store is away, this replica grants what comes in by itself. */
  #leaseAlone(now: number): Pick<TokenAnswer, 'granted' | 'retryAfterMs'> {
    const { tokens, perMs } = this.rate;
    const granted = Math.min(tokens, Math.floor(((now - this.#askedAt) * tokens) / perMs));
    return { granted, retryAfterMs: granted > 0 ? 0 : perMs / tokens };
  }

  #batch(now: number): number {
    const elapsed = Math.max(1, now - this.#recentSince);
    const wanted = Math.ceil((this.#recent * BATCH_MS) / elapsed);
    this.#recent = 0;
    this.#recentSince = now;
    return Math.max(1, Math.min(wanted, Math.floor(this.rate.tokens * LARGEST_SHARE)));
  }
}
