import { ProblemError, problem } from '@concord/contract';

/** Why a store cannot be used. */
export type FailureReason =
  /** Nobody answers, or not in time: it may work again by itself. */
  | 'away'
  /** The disk, or what it may hold, is full. */
  | 'full'
  | 'read-only'
  /** Name or password are wrong, or rights are missing. */
  | 'denied'
  /** A later version of this program made the database. */
  | 'newer'
  /** Something else than a store of this program is at that place, or it is damaged. */
  | 'not-a-store'
  | 'bad-address'
  /** A database that lacks what is needed. */
  | 'unsupported'
  /** Another process uses it in a way that excludes this one. */
  | 'in-use'
  | 'closed';

/**
 * A store that cannot be used: `message` says what is wrong, `next` what to do about it. Neither has a password in it. A call that ends
 * by it is `unavailable`, reason `store`.
 */
export class StoreFailure extends ProblemError {
  readonly reason: FailureReason;
  readonly next: string;

  constructor(reason: FailureReason, message: string, next: string) {
    const details = { reason: 'store', store: reason };
    super(problem('unavailable', message, { hint: next, explanation: '', retryable: reason === 'away', details }));
    this.name = 'StoreFailure';
    this.reason = reason;
    this.next = next;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return ProblemError[Symbol.hasInstance](value) && (value as Error).name === 'StoreFailure';
  }
}

/** What a replica does that has been buried: it may hold nothing any more. */
export class BuriedReplica extends StoreFailure {
  constructor(replica: string) {
    super(
      'away',
      `This process (replica ${replica}) did not renew its lease in time, and what it held was given back`,
      'Try again: it has joined anew, or will in a moment.',
    );
  }
}
