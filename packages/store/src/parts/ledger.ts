/** A call under a key of its caller's choice, which is to take effect once. */
export interface LedgerClaim {
  /** The name of the entry, never used before: whoever does not hear the answer can abandon it all the same. */
  readonly entry: string;
  readonly caller: string;
  readonly tool: string;
  readonly key: string;
  /** Tells calls with other arguments apart. */
  readonly argsHash: string;
  readonly replica: string;
  readonly requestId: string;
  /** How long the entry is kept from now on. */
  readonly keepMs: number;
  /** Runs the call again where nobody knows how it ended. */
  readonly retryUnknown?: boolean | undefined;
}

/** What the ledger knows of a call. */
export type LedgerAnswer =
  /** Nobody ran it: whoever gets this runs it, and finishes or abandons it. */
  | { readonly status: 'fresh' }
  | {
      readonly status: 'running';
      readonly entry: string;
      readonly requestId: string;
      readonly replica: string;
      readonly since: number;
    }
  | { readonly status: 'finished'; readonly requestId: string; readonly answer: string; readonly finishedAt: number }
  /** Its replica died, or it was cut off, after it may have begun. */
  | { readonly status: 'unknown'; readonly requestId: string; readonly since: number }
  /** The key belongs to a call with other arguments. */
  | { readonly status: 'reused'; readonly requestId: string };

/** How a call ended: with an answer to keep, or nobody knows how. */
export type LedgerEnd =
  | { readonly entry: string; readonly answer: string }
  | { readonly entry: string; readonly unknown: true };

/** Calls that are to take effect once, whatever is retried and whoever dies. */
export interface LedgerPart {
  /** One of all who ask at once gets `fresh`. On the disk before it is answered. */
  begin(claim: LedgerClaim): Promise<LedgerAnswer>;
  /** Keeps how the call ended, once; false when its replica was buried meanwhile: the entry stays `unknown`. */
  finish(end: LedgerEnd): Promise<boolean>;
  /** Takes back a call of which nothing was done; false when its replica was buried meanwhile. */
  abandon(entry: string): Promise<boolean>;
  /** Removes entries past their time; says how many. */
  sweep(): Promise<number>;
}
