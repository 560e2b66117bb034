/** How a key is held: by any number of readers at a time, or by one writer. */
export type LockMode = 'read' | 'write';

/** One thing to lock. Keys are compared as strings, so the caller gives one spelling to one thing. */
export interface LockKey {
  readonly key: string;
  readonly mode: LockMode;
}

/** What to lock and on whose behalf; the names are what others are told while it is held. */
export interface AcquireRequest {
  readonly keys: readonly LockKey[];
  readonly operation: string;
  readonly target: string;
  readonly requestId?: string | undefined;
}

/** How long to wait for keys that are taken: by default not at all. */
export interface AcquireWait {
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Who holds a key: a caller in this process or in another one on the same machine. */
export interface LockHolder {
  readonly operation: string;
  readonly target: string;
  readonly pid: number;
  /** ISO 8601, the moment it got the key. */
  readonly since: string;
  readonly requestId?: string;
}

/** All keys of the request are held until `release`, which may be called any number of times and never fails. */
export interface Lease {
  readonly held: true;
  readonly waitedMs: number;
  release(): Promise<void>;
}

/** None of the keys is held: `holder` has, or is next in line for, `key`. */
export interface Conflict {
  readonly held: false;
  readonly holder: LockHolder;
  readonly key: string;
}
