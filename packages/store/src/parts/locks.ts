import type { LockHolder, LockKey } from '@concord/engine';

/** What to lock, and what others are told of the holder meanwhile. */
export interface LockClaim {
  /** The name of the lock, never used before: whoever does not hear the answer can give it back all the same. */
  readonly lock: string;
  /** Each key once. */
  readonly keys: readonly LockKey[];
  readonly replica: string;
  readonly holder: Omit<LockHolder, 'since'>;
  /** Takes a place in line where a key is not free, or keeps the place this lock has, for so long. The line is served in order. */
  readonly waitMs?: number | undefined;
}

/** All keys are held. `fence` is higher than that of every grant of these keys before. */
export interface LockGrant {
  readonly held: true;
  readonly fence: number;
}

/** None of the keys is held: `holder` has, or is in line before for, `key`. */
export interface LockRefusal {
  readonly held: false;
  readonly key: string;
  readonly holder: LockHolder;
  /** The replica of the holder. */
  readonly replica: string;
}

/** A lock that is held, as `list` shows it. */
export interface HeldLockRow {
  readonly key: string;
  readonly mode: LockKey['mode'];
  readonly replica: string;
  readonly fence: number;
  readonly holder: LockHolder;
}

/** Keys held by many readers or one writer, among all replicas. */
export interface LockPart {
  /** All keys or none. */
  acquire(claim: LockClaim): Promise<LockGrant | LockRefusal>;
  /** Gives all keys of a lock back, and its place in line; nothing happens when it has none. */
  release(lock: string): Promise<void>;
  /** Whether a lock is still held. Only `Store.conclude` can act on that without a gap. */
  holds(lock: string): Promise<boolean>;
  list(): Promise<readonly HeldLockRow[]>;
}
