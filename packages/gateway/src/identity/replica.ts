/** This process among those that share a store. */
export interface Replica {
  /** The id under which things are taken now. Throws a StoreFailure when its lease may have run out. */
  readonly id: string;
  /** What it is called in records. */
  readonly name: string;
}
