/** This process among those that share a store. */
export interface Replica {
  /** The id under which things are taken now. Throws a StoreFailure when its lease may have run out. */
  readonly id: string;
  /** What it is called in records. */
  readonly name: string;
}

/** A replica that does later what the store does not take now. */
export interface OwingReplica extends Replica {
  /** Does something in the store: now, or when that answers again. Never rejects. */
  owe(work: () => Promise<unknown>): Promise<void>;
}
