/** A process that shares the store with others, as those see it. */
export interface Replica {
  /** Names this life of the process and no other, ever. */
  readonly id: string;
  /** Where other replicas reach it; undefined when they cannot. */
  readonly advertise?: string | undefined;
  readonly joinedAt: number;
  /** Until when it lives without renewing its lease. Later it may be buried at any moment. */
  readonly leaseUntil: number;
}

/**
 * Who lives. A replica holds locks, ledger entries, slots and upstreams for as long as its row is there. One whose lease ran out is
 * *buried* by the first that wants something of it: the row goes, with all it held, in one step. Nothing is taken from a replica
 * before that, and one that was buried can renew, finish and commit nothing.
 */
export interface ReplicaPart {
  /** Adds a replica under an id that was never used. */
  join(replica: {
    readonly id: string;
    readonly advertise?: string | undefined;
    readonly leaseMs: number;
  }): Promise<void>;
  /** Makes its lease begin now; false when it was buried. */
  renew(id: string, leaseMs: number): Promise<boolean>;
  /** Gives back all it holds: its calls in the ledger that still run are `unknown` from here on. */
  leave(id: string): Promise<void>;
  /** Buries all whose lease ran out, and gives their ids. */
  bury(): Promise<readonly string[]>;
  /** All that are not buried, the oldest first. */
  list(): Promise<readonly Replica[]>;
}
