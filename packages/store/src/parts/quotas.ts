/** A rate: `tokens` in each `perMs`, refilled evenly, at most `tokens` at once. */
export interface Rate {
  readonly tokens: number;
  readonly perMs: number;
}

export interface TokenRequest {
  readonly bucket: string;
  readonly rate: Rate;
  readonly replica: string;
  /** How many are wanted at most; at least one, or none are given. */
  readonly want: number;
  /** How many of them are used as soon as they are given: those are no part of the lease, and never go back. */
  readonly atOnce?: number;
  /** How long they are the replica's. What it has not reported as used by then goes back into the bucket. */
  readonly leaseMs: number;
  /** What it used of the tokens it had before, since its last request; the rest of those goes back. */
  readonly used: number;
}

export interface TokenAnswer {
  readonly granted: number;
  /** When one more is there, at the earliest, where none was granted. */
  readonly retryAfterMs: number;
  /** What is left in the bucket. */
  readonly left: number;
}

export interface SlotRequest {
  readonly pool: string;
  /** How many all replicas may hold together. */
  readonly limit: number;
  readonly replica: string;
  /** How many this replica wants to hold, in all: more takes, fewer gives back. */
  readonly want: number;
}

export interface SpendRequest {
  readonly account: string;
  /** The window, which begins at multiples of it by the store's clock. */
  readonly windowMs: number;
  /** 0 only asks. */
  readonly amount: number;
}

/** Limits that all replicas share. */
export interface QuotaPart {
  /** Leases tokens in a batch. */
  leaseTokens(request: TokenRequest): Promise<TokenAnswer>;
  /** Says how many slots the replica holds now: never more than the limit leaves, never fewer than it held before, unless it wanted fewer. */
  holdSlots(request: SlotRequest): Promise<{ readonly held: number; readonly heldByOthers: number }>;
  /** Adds to what was spent in this window. */
  spend(request: SpendRequest): Promise<{ readonly spent: number; readonly resetsInMs: number }>;
}
