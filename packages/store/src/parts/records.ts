/** A call as it is handed over to be kept. */
export interface NewRecord {
  readonly requestId: string;
  readonly caller: string;
  readonly server?: string | undefined;
  readonly tool: string;
  /** The kinds of its problems; none for a success. */
  readonly kinds: readonly string[];
  /** The record itself: JSON, never contents of the call. */
  readonly body: string;
}

/** The chain records are added to. One writer at a time, so each replica has its own. */
export interface ChainTarget {
  readonly chain: string;
  /** Signs the head of the chain. */
  readonly key: Uint8Array;
}

export interface AppendRequest {
  readonly records: readonly NewRecord[];
  /** Undefined keeps records that cannot be proven. */
  readonly chain?: ChainTarget | undefined;
  /** Whether they are on the disk before this is answered. */
  readonly durable: boolean;
}

/** A record that is kept. */
export interface StoredRecord extends NewRecord {
  /** Grows with every record of the store. */
  readonly id: number;
  /** When the store took it. */
  readonly at: number;
  readonly chain?: string | undefined;
  readonly seq?: number | undefined;
  readonly hash?: string | undefined;
}

export interface RecordFilter {
  readonly requestId?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly caller?: string | undefined;
  /** One of the kinds of the record. */
  readonly kind?: string | undefined;
  /** True: only failures. False: only successes. */
  readonly failed?: boolean | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** At most so many; 100 when left out, 1,000 at most. */
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
  readonly order?: 'newest' | 'oldest' | undefined;
}

export interface RecordPage {
  readonly records: readonly StoredRecord[];
  readonly next?: string | undefined;
}

/** Where a chain ends, signed. */
export interface ChainHead {
  readonly chain: string;
  readonly seq: number;
  readonly hash: string;
  readonly at: number;
  readonly signature: string;
}

/** What stands for records that retention removed from the beginning of a chain, signed. */
export interface ChainStub {
  readonly chain: string;
  /** The last record that was removed, and its hash: the next one follows it. */
  readonly seq: number;
  readonly hash: string;
  readonly removed: number;
  readonly at: number;
  readonly signature: string;
}

export interface Retention {
  /** Records older than this go; undefined keeps them whatever their age. */
  readonly keepMs?: number | undefined;
  /** The oldest go until the bodies of the others have so many bytes. */
  readonly keepBytes?: number | undefined;
  /** Signs what stands for them. */
  readonly key: Uint8Array;
}

/** Records of calls, in chains that show what was removed, changed or moved. */
export interface RecordPart {
  /** Gives the head of the chain after it; undefined without a chain. */
  append(request: AppendRequest): Promise<ChainHead | undefined>;
  query(filter: RecordFilter): Promise<RecordPage>;
  /** The records of a chain from `from` on, in order, at most `limit` of them. */
  readChain(chain: string, from: number, limit: number): Promise<readonly StoredRecord[]>;
  heads(): Promise<readonly ChainHead[]>;
  stubs(): Promise<readonly ChainStub[]>;
  /** Removes what is too old or too much, from the beginning of each chain; says how many. */
  prune(retention: Retention): Promise<number>;
}
