import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SPILL_CHUNK_BYTES, type Store } from '@concord/store';
import type { Replica } from '../identity/replica.js';
import { spillUri } from './address.js';

/** How long and how much is kept. */
export interface SpillLimits {
  readonly keepMs: number;
  readonly storeBytes: number;
}

/** What is known of something that was kept. */
export interface KeptSpill {
  readonly uri: string;
  readonly bytes: number;
  readonly lines: number;
  readonly mimeType: string;
}

/** After so many chunks other calls get their turn. */
const CHUNKS_AT_ONCE = 4;

/** Keeps a text for a caller, by its hash. What the caller has already is not stored a second time. */
export async function keep(
  store: Store,
  replica: Replica,
  caller: string,
  text: string,
  mimeType: string,
  { keepMs, storeBytes }: SpillLimits,
): Promise<KeptSpill> {
  const bytes = Buffer.from(text);
  const { sha256, lineMarks } = await measure(bytes);
  const kept = { uri: spillUri(sha256), bytes: bytes.length, lines: linesOf(bytes, lineMarks.at(-1)!), mimeType };
  const { upload } = await store.spills.begin({
    caller,
    sha256,
    bytes: bytes.length,
    mimeType,
    lineMarks,
    replica: replica.id,
    keepMs,
    storeBytes,
  });
  if (upload === undefined) return kept;
  try {
    for (let at = 0, index = 0; at < bytes.length; at += SPILL_CHUNK_BYTES, index++)
      await store.spills.write(upload, index, bytes.subarray(at, at + SPILL_CHUNK_BYTES));
    await store.spills.seal(upload);
    return kept;
  } catch (error) {
    await store.spills.abandon(upload).catch(() => {});
    throw error;
  }
}

const NEWLINE = 0x0a;

async function measure(bytes: Buffer): Promise<{ sha256: string; lineMarks: readonly number[] }> {
  const hash = createHash('sha256');
  const lineMarks: number[] = [];
  let breaks = 0;
  for (let at = 0; at < bytes.length; at += SPILL_CHUNK_BYTES) {
    if (lineMarks.length % CHUNKS_AT_ONCE === CHUNKS_AT_ONCE - 1) await nextTurn();
    const chunk = bytes.subarray(at, at + SPILL_CHUNK_BYTES);
    lineMarks.push(breaks);
    hash.update(chunk);
    for (let found = chunk.indexOf(NEWLINE); found !== -1; found = chunk.indexOf(NEWLINE, found + 1)) breaks++;
  }
  lineMarks.push(breaks);
  return { sha256: hash.digest('hex'), lineMarks };
}

/** A last line without a line break is one, too. */
function linesOf(bytes: Buffer, breaks: number): number {
  return bytes.length === 0 || bytes.at(-1) === NEWLINE ? breaks : breaks + 1;
}
