import { linkHash, signHead, signStub } from '../chain/link.js';
import type {
  AppendRequest,
  ChainHead,
  ChainStub,
  ChainTarget,
  NewRecord,
  RecordFilter,
  RecordPart,
  StoredRecord,
} from '../parts/records.js';
import type { MemoryState } from './state.js';

/** Later records push the oldest out. */
const MOST_RECORDS = 10_000;

export interface MemoryRecords extends RecordPart {
  add(request: AppendRequest): ChainHead | undefined;
}

export function memoryRecords(state: MemoryState): MemoryRecords {
  let kept: StoredRecord[] = [];
  let lastId = 0;
  const heads = new Map<string, ChainHead>();
  const stubs = new Map<string, ChainStub>();
  /** Signs what stands for records that are pushed out. */
  let lastKey: Uint8Array = new Uint8Array();

  function linked(record: NewRecord, { chain, key }: ChainTarget, at: number): Partial<StoredRecord> {
    const before = heads.get(chain);
    const seq = (before?.seq ?? 0) + 1;
    const hash = linkHash(record, { chain, seq, at, previous: before?.hash ?? '' });
    heads.set(chain, { chain, seq, hash, at, signature: signHead(key, { chain, seq, hash }) });
    return { chain, seq, hash };
  }

  function add({ records, chain }: AppendRequest): ChainHead | undefined {
    const at = state.clock();
    if (chain) lastKey = chain.key;
    for (const record of records) {
      lastId += 1;
      kept.push({ ...record, id: lastId, at, ...(chain && linked(record, chain, at)) });
    }
    if (kept.length > MOST_RECORDS) removeFirst(kept.length - MOST_RECORDS, lastKey);
    return chain && heads.get(chain.chain);
  }

  function removeFirst(count: number, key: Uint8Array): number {
    for (const { chain, seq, hash } of kept.slice(0, count)) {
      if (chain === undefined || seq === undefined || hash === undefined) continue;
      const stub = { chain, seq, hash, removed: (stubs.get(chain)?.removed ?? 0) + 1 };
      stubs.set(chain, { ...stub, at: state.clock(), signature: signStub(key, stub) });
    }
    kept = kept.slice(count);
    return count;
  }

  return {
    add,
    async append(request) {
      return add(request);
    },
    async query(filter) {
      const limit = Math.min(filter.limit ?? 100, 1_000);
      const ordered = filter.order === 'oldest' ? kept : kept.toReversed();
      const found = ordered.filter(record => isWanted(record, filter));
      const records = found.slice(0, limit);
      return { records, ...(found.length > limit && { next: String(records.at(-1)!.id) }) };
    },
    async readChain(chain, from, limit) {
      return kept.filter(record => record.chain === chain && record.seq! >= from).slice(0, limit);
    },
    async heads() {
      return [...heads.values()];
    },
    async stubs() {
      return [...stubs.values()];
    },
    async prune({ keepMs = Infinity, keepBytes = Infinity, key }) {
      const before = state.clock() - keepMs;
      let excess = kept.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) - keepBytes;
      const first = kept.findIndex(({ at, body }) => {
        if (at >= before && excess <= 0) return true;
        excess -= Buffer.byteLength(body);
        return false;
      });
      return removeFirst(first === -1 ? kept.length : first, key);
    },
  };
}

function isWanted(record: StoredRecord, filter: RecordFilter): boolean {
  const { requestId, server, tool, caller, kind, failed, from, until, cursor, order } = filter;
  const equal = { requestId, server, tool, caller };
  for (const [name, value] of Object.entries(equal))
    if (value !== undefined && record[name as keyof typeof equal] !== value) return false;
  if (kind !== undefined && !record.kinds.includes(kind)) return false;
  if (failed !== undefined && record.kinds.length > 0 !== failed) return false;
  if (from !== undefined && record.at < from) return false;
  if (until !== undefined && record.at >= until) return false;
  if (cursor === undefined) return true;
  return order === 'oldest' ? record.id > Number(cursor) : record.id < Number(cursor);
}
