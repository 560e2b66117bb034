/** Who runs an upstream that is shared by all replicas. */
export interface Owner {
  readonly name: string;
  readonly replica: string;
  /** Higher than that of every owner of this name before. */
  readonly fence: number;
  /** Where the owner is reached. */
  readonly advertise?: string | undefined;
}

/** One owner at a time for each name, for as long as its replica lives. */
export interface OwnerPart {
  /** Makes the replica the owner where there is none that lives; gives the owner, whoever that is. Throws when the replica was buried. */
  claim(name: string, replica: string): Promise<Owner>;
  find(name: string): Promise<Owner | undefined>;
  /** Whether this is still the owner. */
  isCurrent(name: string, fence: number): Promise<boolean>;
  release(name: string, replica: string): Promise<void>;
}
