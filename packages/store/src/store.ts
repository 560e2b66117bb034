import type { CallerPart } from './parts/callers.js';
import type { DocumentPart } from './parts/documents.js';
import type { KeyPart } from './parts/keys.js';
import type { LedgerEnd, LedgerPart } from './parts/ledger.js';
import type { LockPart } from './parts/locks.js';
import type { Notice, PassingTopic } from './parts/notices.js';
import type { OwnerPart } from './parts/owners.js';
import type { QuotaPart } from './parts/quotas.js';
import type { AppendRequest, RecordPart } from './parts/records.js';
import type { ReplicaPart } from './parts/replicas.js';
import type { SessionPart } from './parts/sessions.js';
import type { SpillPart } from './parts/spills.js';

/**
 * What outlives a process or is shared by many. Every method is one atomic step: it happened as a whole before it is answered, or not
 * at all. Times are milliseconds since 1970 by the store's clock, which alone decides what has run out. Arguments and answers are plain
 * data. A method rejects with a `StoreFailure` when the store cannot be used.
 */
export interface Store {
  readonly kind: 'memory' | 'sqlite' | 'postgres';
  /** Where it is, without a password. */
  readonly place: string;
  readonly replicas: ReplicaPart;
  readonly locks: LockPart;
  readonly ledger: LedgerPart;
  readonly records: RecordPart;
  readonly spills: SpillPart;
  readonly callers: CallerPart;
  readonly quotas: QuotaPart;
  readonly owners: OwnerPart;
  readonly keys: KeyPart;
  readonly documents: DocumentPart;
  readonly sessions: SessionPart;
  /** Ends a call: ledger, records and lock in one step. A second time does nothing, where there is an entry of the ledger. */
  conclude(conclusion: Conclusion): Promise<Concluded>;
  /** Tells everyone something that is not kept, in at most 1,000 characters. */
  tell(topic: PassingTopic, key: string): Promise<void>;
  /** Calls back when something changed, here or in another process; returns a function that stops that. */
  onNotice(listener: (notice: Notice) => void): () => void;
  /** The store's clock. Rejects when the store cannot be reached. */
  now(): Promise<number>;
  /** Finishes what is being written. Locks of replicas that did not leave stay until their lease ends. */
  close(): Promise<void>;
}

/** What is to be kept of a call when it ends. */
export interface Conclusion {
  /** The lock it ran under: where that is lost, nothing of this is kept. It is given back in the same step. */
  readonly lock?: string | undefined;
  /** Where the entry is lost, nothing of this is kept. */
  readonly ledger?: LedgerEnd | undefined;
  readonly records?: AppendRequest | undefined;
}

export type Concluded = { readonly kept: true } | { readonly kept: false; readonly lost: 'lock' | 'ledger' };
