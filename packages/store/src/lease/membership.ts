import { randomUUID } from 'node:crypto';
import { StoreFailure } from '../failure/store-failure.js';
import type { Store } from '../store.js';

/** How long a replica lives without renewing, and how often it renews. */
export const leaseTimes = { leaseMs: 15_000, renewMs: 5_000 } as const;

export interface MembershipOptions {
  /** Where other replicas reach this one. */
  readonly advertise?: string | undefined;
  readonly leaseMs?: number;
  readonly renewMs?: number;
  /** Told when the lease was lost or the store is away, and when all is well again. */
  readonly warn?: (message: string) => void;
}

/**
 * The life of this process in a store: it joins, renews its lease, and joins anew under another id when it was buried. What was taken
 * under an id is lost with that id.
 */
export class Membership {
  readonly #store: Store;
  readonly #options: MembershipOptions & { readonly leaseMs: number; readonly renewMs: number };
  readonly #lost = new Set<(replica: string) => void>();
  readonly #owed = new Set<() => Promise<unknown>>();
  #replica: string | undefined;
  /** Until when, by this process's own clock, nobody can have buried it. */
  #safeUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #tidying: Promise<void> | undefined;
  #ended = false;
  #isAway = false;

  private constructor(store: Store, options: MembershipOptions) {
    this.#store = store;
    this.#options = { ...leaseTimes, ...options };
  }

  /** Joins; rejects with a `StoreFailure` when the store cannot be used. */
  static async join(store: Store, options: MembershipOptions = {}): Promise<Membership> {
    const membership = new Membership(store, options);
    await membership.#join();
    membership.#schedule();
    return membership;
  }

  /** The id under which things are taken now. Throws a `StoreFailure` when the lease may have run out. */
  get replica(): string {
    if (this.#replica === undefined || performance.now() >= this.#safeUntil)
      throw new StoreFailure(
        'away',
        'This process could not renew its lease in the store',
        'Try again in a few seconds; if it stays so, see whether the store answers.',
      );
    return this.#replica;
  }

  /** Whether the lease of this id is certain to hold at this moment. */
  isCurrent(replica: string): boolean {
    return replica === this.#replica && performance.now() < this.#safeUntil;
  }

  /** Calls back with an id when all that was taken under it is lost; returns a function that stops that. */
  onLost(listener: (replica: string) => void): () => void {
    this.#lost.add(listener);
    return () => this.#lost.delete(listener);
  }

  /**
   * Gives something back: now, or when the store answers again. Never rejects. Without this, what could not be given back would be held
   * for as long as this process renews its lease.
   */
  async owe(giveBack: () => Promise<unknown>): Promise<void> {
    if (this.#isAway) this.#owed.add(giveBack);
    else await giveBack().catch(() => this.#owed.add(giveBack));
  }

  /** Renews now, or joins anew. Never rejects. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Gives all back and ends. Never rejects: where the store is away, the lease runs out by itself. */
  async leave(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#renewing, this.#tidying]);
    const replica = this.#replica;
    this.#replica = undefined;
    if (replica !== undefined) await this.#store.replicas.leave(replica).catch(() => {});
  }

  #schedule(): void {
    if (this.#ended) return;
    this.#timer = setTimeout(() => this.renew().finally(() => this.#schedule()), this.#options.renewMs);
    this.#timer.unref();
  }

  async #join(): Promise<void> {
    const { advertise, leaseMs } = this.#options;
    const began = performance.now();
    const id = randomUUID();
    await this.#store.replicas.join({ id, advertise, leaseMs });
    this.#replica = id;
    this.#safeUntil = began + leaseMs;
  }

  async #renewOnce(): Promise<void> {
    const { leaseMs, warn } = this.#options;
    const replica = this.#replica;
    const began = performance.now();
    try {
      if (replica !== undefined && (await this.#store.replicas.renew(replica, leaseMs))) {
        this.#safeUntil = began + leaseMs;
      } else if (!this.#ended) {
        if (replica !== undefined) this.#lose(replica);
        await this.#join();
      }
      if (this.#isAway) warn?.('the store answers again');
      this.#isAway = false;
      this.#tidying ??= this.#tidy().finally(() => {
        this.#tidying = undefined;
      });
    } catch (error) {
      if (!this.#isAway) warn?.(`the store cannot be used: ${(error as Error).message}`);
      this.#isAway = true;
    }
  }

  /** What nobody waits for. Never rejects: what fails is tried with the next renewal. */
  async #tidy(): Promise<void> {
    try {
      for (const giveBack of [...this.#owed]) {
        await giveBack();
        this.#owed.delete(giveBack);
      }
      // Whoever died without a word is buried by those who live, also where nobody wants what it held.
      await this.#store.replicas.bury();
    } catch {
      // The store is away again.
    }
  }

  #lose(replica: string): void {
    this.#replica = undefined;
    this.#options.warn?.(`the lease of replica ${replica} ran out: what it held was given back`);
    for (const listener of this.#lost) listener(replica);
  }
}
