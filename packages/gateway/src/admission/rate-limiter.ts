import { type Store, StoreFailure, type TokenAnswer } from '@concord/store';
import type { Replica } from '../identity/replica.js';
import type { Rate } from '../limits/limits.js';

/** Tokens are this replica's for so long; what it has not used by then goes back into the bucket. */
const LEASE_MS = 2_000;
/** A batch is what would be used in this time, and no more than this share of the bucket. */
const BATCH_MS = 200;
const LARGEST_SHARE = 0.01;
/** Time between the ends of a lease here and in the store: the answer has been on its way meanwhile. */
const SAFETY_MS = 250;

/** One more call may begin, or when one may. */
export type Taken = { readonly isGranted: true } | { readonly isGranted: false; readonly retryAfterMs: number };

const GRANTED: Taken = { isGranted: true };

/** A bucket of tokens that all replicas share, of which this one takes some at a time. */
export class RateLimiter {
  readonly #store: Store;
  readonly #replica: Replica;
  readonly #bucket: string;
  /** Milliseconds, by a clock that only goes on. */
  readonly #now: () => number;
  readonly rate: Rate;
  #left = 0;
  #used = 0;
  #until = 0;
  /** No token is there before: the store is not asked again until then. */
  #emptyUntil = 0;
  #askedAt = 0;
  #asking: Promise<void> | undefined;
  /** How many calls began lately: the next batch is made by that. */
  #recent = 0;
  #recentSince = 0;
  usedAt: number;

  constructor(store: Store, replica: Replica, bucket: string, rate: Rate, now: () => number) {
    this.#now = now;
    this.usedAt = now();
    this.#store = store;
    this.#replica = replica;
    this.#bucket = bucket;
    this.rate = rate;
  }

  /** How many of its tokens this replica knows of. */
  get left(): number {
    return this.#now() < this.#until ? this.#left : 0;
  }

  take(): Taken | Promise<Taken> {
    return this.#takeNow() ?? this.#askAndTake();
  }

  #takeNow(): Taken | undefined {
    const now = this.#now();
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
    for (;;) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined;
      });
      await this.#asking;
      const taken = this.#takeNow();
      if (taken) return taken;
    }
  }

  async #ask(): Promise<void> {
    const began = this.#now();
    const want = this.#batch(began);
    const answer = await this.#lease(want).catch(error => {
      if (!(error instanceof StoreFailure)) throw error;
      return this.#leaseAlone(began);
    });
    this.#askedAt = began;
    this.#used = 0;
    this.#left = answer.granted;
    this.#until = began + LEASE_MS - SAFETY_MS;
    this.#emptyUntil = answer.granted > 0 ? 0 : this.#now() + Math.max(1, answer.retryAfterMs);
  }

  #lease(want: number): Promise<Pick<TokenAnswer, 'granted' | 'retryAfterMs'>> {
    const { rate } = this;
    // What is not a replica of the store at the moment fails as the store does.
    return Promise.resolve().then(() =>
      this.#store.quotas.leaseTokens({
        bucket: this.#bucket,
        rate,
        replica: this.#replica.id,
        want,
        leaseMs: LEASE_MS,
        used: this.#used,
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
