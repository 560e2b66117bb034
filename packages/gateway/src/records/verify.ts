import {
  type ChainHead,
  type ChainStub,
  isSignedHead,
  isSignedStub,
  linkHash,
  type RingKey,
  type Store,
  type StoredRecord,
} from '@concord/store';
import { ANCHOR, anchoredBy } from './anchor.js';
import { readRoll } from './roll.js';

const PAGE = 1_000;

/** What is wrong with the records of a store: the first record that is not as it was written. */
export interface Tampering {
  readonly chain: string;
  /** Its place in the chain. */
  readonly seq: number;
  readonly what: 'removed' | 'changed' | 'added' | 'moved' | 'forged';
  /** A sentence. */
  readonly message: string;
  /** The request it was about, where the record is still there. */
  readonly requestId?: string;
}

export interface Verification {
  readonly chains: number;
  readonly records: number;
  /** Records that retention has removed, and a signed stub stands for. */
  readonly pruned: number;
  /** The first thing that is wrong in each chain. */
  readonly tampering: readonly Tampering[];
}

/** Goes through all chains of a store, from their beginning or the stub that stands for it to their signed end. */
export async function verifyRecords(store: Store): Promise<Verification> {
  const [heads, stubs, keys, anchors] = await Promise.all([
    store.records.heads(),
    store.records.stubs(),
    store.keys.ring('audit'),
    anchorsIn(store),
  ]);
  const roll = await readRoll(store, keys);
  const enrolled = typeof roll === 'string' ? [] : roll;
  const begun = enrolled.filter(({ hasBegun }) => hasBegun).map(({ chain }) => chain);
  const chains = new Set([...heads, ...stubs].map(({ chain }) => chain).concat([...anchors.keys()], begun));
  const tampering: Tampering[] = [];
  if (typeof roll === 'string' && (roll === 'forged' || chains.size > 0)) tampering.push(wrongRoll(roll));
  else {
    const known = new Set(enrolled.map(({ chain }) => chain));
    for (const chain of chains) if (!known.has(chain)) tampering.push(notEnrolled(chain));
  }
  let records = 0;
  for (const chain of [...chains].sort()) {
    const head = heads.find(each => each.chain === chain);
    const stub = stubs.find(each => each.chain === chain);
    const found = await verifyChain(store, { chain, head, stub, keys, anchored: anchors.get(chain) ?? new Map() });
    records += found.records;
    if (found.tampering) tampering.push(found.tampering);
  }
  const pruned = stubs.reduce((sum, { removed }) => sum + removed, 0);
  return { chains: chains.size, records, pruned, tampering };
}

interface ChainParts {
  readonly chain: string;
  readonly head: ChainHead | undefined;
  readonly stub: ChainStub | undefined;
  readonly keys: readonly RingKey[];
  /** The hashes that other chains saw here, by place. */
  readonly anchored: ReadonlyMap<number, string>;
}

async function verifyChain(store: Store, parts: ChainParts): Promise<{ records: number; tampering?: Tampering }> {
  const { chain, head, stub, keys, anchored } = parts;
  const wrong = (seq: number, what: Tampering['what'], message: string, record?: StoredRecord) => ({
    records: count,
    tampering: { chain, seq, what, message, ...(record && { requestId: record.requestId }) },
  });
  let count = 0;
  const isSigned = (check: (key: Uint8Array) => boolean) => keys.some(({ secret }) => check(secret));
  if (stub && !isSigned(key => isSignedStub(key, stub)))
    return wrong(stub.seq, 'forged', `what stands for records up to ${stub.seq} is not signed by this store`);
  let seq = stub?.seq ?? 0;
  let previous = stub?.hash ?? '';
  for (;;) {
    const page = await store.records.readChain(chain, seq + 1, PAGE);
    for (const record of page) {
      const expected = seq + 1;
      if (record.seq !== expected) return wrong(expected, 'removed', `record ${expected} is missing`);
      const hash = linkHash(record, { chain, seq: expected, at: record.at, previous });
      if (hash !== record.hash)
        return wrong(expected, 'changed', `record ${expected} is not as it was written, or not where it was`, record);
      const seen = anchored.get(expected);
      if (seen !== undefined && seen !== hash)
        return wrong(expected, 'changed', `record ${expected} is not the one that another chain has seen`, record);
      seq = expected;
      previous = hash;
      count++;
    }
    if (page.length < PAGE) break;
  }
  if (head === undefined) return wrong(seq + 1, 'removed', 'the end of the chain is missing');
  if (!isSigned(key => isSignedHead(key, head)))
    return wrong(head.seq, 'forged', 'the end of the chain is not signed by this store');
  if (head.seq > seq) return wrong(seq + 1, 'removed', `record ${seq + 1} is missing, up to record ${head.seq}`);
  if (head.seq < seq)
    return wrong(head.seq + 1, 'added', `record ${head.seq + 1} is behind the signed end of the chain`);
  if (head.hash !== previous)
    return wrong(seq, 'changed', `record ${seq} is not the one that the end of the chain names`);
  const beyond = [...anchored.keys()].filter(each => each > seq).sort((one, other) => one - other)[0];
  if (beyond !== undefined)
    return wrong(seq + 1, 'removed', `record ${seq + 1} is missing: another chain has seen record ${beyond}`);
  return { records: count };
}

function wrongRoll(roll: 'missing' | 'forged'): Tampering {
  const what = roll === 'missing' ? 'removed' : 'forged';
  const message =
    roll === 'missing' ? 'the roll of chains is missing' : 'the roll of chains is not signed by this store';
  return { chain: '', seq: 0, what, message };
}

function notEnrolled(chain: string): Tampering {
  return { chain, seq: 1, what: 'added', message: 'the chain is not on the roll of chains' };
}

/** What all anchors say of each chain. */
async function anchorsIn(store: Store): Promise<Map<string, Map<number, string>>> {
  const found = new Map<string, Map<number, string>>();
  let cursor: string | undefined;
  do {
    const page = await store.records.query({
      tool: ANCHOR,
      limit: PAGE,
      order: 'oldest',
      ...(cursor !== undefined && { cursor }),
    });
    for (const record of page.records)
      for (const { chain, seq, hash } of anchoredBy(record)) {
        const ofChain = found.get(chain) ?? new Map<number, string>();
        if (!ofChain.has(seq)) ofChain.set(seq, hash);
        found.set(chain, ofChain);
      }
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}
