import { randomUUID } from 'node:crypto';
import type { Problem } from '@concord/contract';
import type { CallRecord, Records } from '@concord/engine';
import { type ChainTarget, type NewRecord, type Store, StoreFailure } from '@concord/store';
import type { Replica } from '../identity/replica.js';
import { anchorOf } from './anchor.js';
import { enrol } from './roll.js';

/** Records nobody waits for are written together. */
const GATHER_MS = 100;
const MOST_AT_ONCE = 500;
const ANCHOR_MS = 60_000;

/** What of the calls is proven, and whose answers wait until they are. */
export interface AuditOptions {
  /** `writes`: answers of tools that may have changed something wait for their record; `all`: every answer does. */
  readonly acknowledges: 'writes' | 'all';
}

export interface StoreRecordsOptions {
  readonly store: Store;
  readonly replica: Replica;
  /** Undefined keeps records that cannot be proven, and lets no answer wait. */
  readonly audit?: AuditOptions | undefined;
  readonly mostQueued: number;
  readonly warn: (message: string) => void;
}

interface Waiting {
  readonly record: NewRecord;
  /** Told once the record is kept, or why it is not; absent where nobody waits. */
  readonly done?: (failed?: Problem) => void;
}

/** Records of calls in a store: in a chain of this process where they are to be proven. */
export class StoreRecords implements Records {
  readonly isKept = true;
  readonly #options: StoreRecordsOptions;
  readonly #chain = randomUUID();
  #target: ChainTarget | undefined;
  /** Whether the roll says that there is something in the chain. */
  #hasBegun = false;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #anchoring: NodeJS.Timeout | undefined;
  #failed: Problem | undefined;
  #dropped = 0;

  constructor(options: StoreRecordsOptions) {
    this.#options = options;
    if (options.audit) this.#anchoring = setInterval(() => void this.anchor().catch(() => {}), ANCHOR_MS).unref();
  }

  /** The chain of this process, where there is one. */
  get chain(): string | undefined {
    return this.#options.audit && this.#chain;
  }

  add(record: CallRecord, isReadOnly: boolean): undefined | Promise<{ readonly problem: Problem } | undefined> {
    const { audit, replica } = this.#options;
    const kept = newRecord({ ...record, replica: replica.name });
    if (audit && (!isReadOnly || audit.acknowledges === 'all'))
      return new Promise(resolve => {
        this.#waiting.push({ record: kept, done: failed => resolve(failed && { problem: failed }) });
        void this.#write();
      });
    this.#enqueue(kept);
    return undefined;
  }

  /** Why a call whose record has to be kept cannot be run now; looked at anew each time that was so. */
  async refusal(): Promise<Problem | undefined> {
    if (this.#failed === undefined) return undefined;
    try {
      await this.#options.store.now();
      this.#failed = undefined;
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      this.#failed = error.problem;
    }
    return this.#failed;
  }

  /** Whether the last record could not be kept. */
  get isFailing(): boolean {
    return this.#failed !== undefined;
  }

  /** How many records were lost because too many waited. */
  get dropped(): number {
    return this.#dropped;
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0 && !this.#failed) await this.#write();
    await this.#writing;
  }

  /** Writes the ends of all chains into this one. */
  async anchor(): Promise<void> {
    if (!this.#options.audit) return;
    const anchor = anchorOf(await this.#options.store.records.heads(), this.#chain, this.#options.replica.name);
    if (anchor === undefined) return;
    this.#waiting.push({ record: anchor });
    await this.#write();
  }

  async close(): Promise<void> {
    clearInterval(this.#anchoring);
    await this.anchor().catch(() => {});
    await this.flush();
  }

  #enqueue(record: NewRecord): void {
    if (this.#waiting.length >= this.#options.mostQueued) {
      this.#dropped++;
      return;
    }
    this.#waiting.push({ record });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, GATHER_MS).unref();
  }

  /** One append at a time, of all that waits by then: a chain has one writer. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_AT_ONCE);
      const failed = await this.#append(batch);
      if (failed === undefined) continue;
      // Those nobody waits for are tried again with the next that come.
      const later = batch.filter(({ done }) => done === undefined);
      this.#waiting.unshift(...later.slice(0, Math.max(0, this.#options.mostQueued - this.#waiting.length)));
      return;
    }
  }

  async #append(batch: readonly Waiting[]): Promise<Problem | undefined> {
    const { store, audit, warn } = this.#options;
    let failed: Problem | undefined;
    try {
      const records = batch.map(({ record }) => record);
      const durable = batch.some(({ done }) => done !== undefined);
      await store.records.append({ records, durable, ...(audit && { chain: await this.#chainTarget() }) });
      if (audit && !this.#hasBegun) await this.#noteBegun();
      if (this.#failed) warn('records of calls are kept again');
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      failed = error.problem;
      if (!this.#failed) warn(`records of calls cannot be kept: ${error.message}`);
    }
    this.#failed = failed;
    for (const { done } of batch) done?.(failed);
    return failed;
  }

  async #noteBegun(): Promise<void> {
    const { key } = await this.#chainTarget();
    await enrol(this.#options.store, { chain: this.#chain, hasBegun: true }, key);
    this.#hasBegun = true;
  }

  async #chainTarget(): Promise<ChainTarget> {
    if (this.#target === undefined) {
      const { store } = this.#options;
      const [newest] = await store.keys.ring('audit');
      await enrol(store, { chain: this.#chain, hasBegun: false }, newest!.secret);
      this.#target = { chain: this.#chain, key: newest!.secret };
    }
    return this.#target;
  }
}

function newRecord(record: CallRecord): NewRecord {
  const { requestId, caller, server, tool, kinds } = record;
  return { requestId, caller, server, tool, kinds, body: JSON.stringify(record) };
}
