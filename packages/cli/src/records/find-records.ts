import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallRecord, stateFolder } from '@concord/engine';
import type { RecordFilter, StoredRecord } from '@concord/store';
import type { CommandContext } from '../command/context.js';
import { withExistingStore } from '../store/with-store.js';

/** What stands in place of a tool in records that are no calls. */
const ANCHOR = 'audit/anchor';
const PAGE = 1_000;

/** Which records are wanted. */
export interface Wanted
  extends Pick<RecordFilter, 'requestId' | 'server' | 'tool' | 'caller' | 'kind' | 'failed' | 'from' | 'until'> {
  readonly limit: number;
}

/** Records of calls, the newest first: those that processes of this user wrote to files, and those of the store. */
export async function findRecords(context: CommandContext, wanted: Wanted): Promise<readonly CallRecord[]> {
  const stored = await withExistingStore(context, async store => {
    const found: CallRecord[] = [];
    for (let cursor: string | undefined; found.length < wanted.limit; ) {
      const page = await store.records.query({ ...wanted, limit: Math.min(PAGE, wanted.limit), cursor });
      found.push(...page.records.flatMap(callIn));
      cursor = page.next;
      if (cursor === undefined) break;
    }
    return found;
  });
  // A store of somebody's choice is asked alone: what is in files was not served over it.
  const filed = context.flags.store === undefined ? await recordsInFiles(context) : [];
  return [...filed.filter(each => isWanted(each, wanted)), ...(stored ?? [])]
    .sort((one, other) => (one.timestamp < other.timestamp ? 1 : one.timestamp > other.timestamp ? -1 : 0))
    .slice(0, wanted.limit);
}

/** The call that a stored record is of; nothing for others. */
export function callIn({ tool, body }: StoredRecord): CallRecord[] {
  return tool === ANCHOR ? [] : parse(body);
}

async function recordsInFiles({ env }: CommandContext): Promise<readonly CallRecord[]> {
  const folder = stateFolder(env);
  const files = folder === undefined ? [] : [join(folder, 'calls.1.jsonl'), join(folder, 'calls.jsonl')];
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8').catch(() => '')));
  return texts.join('').split('\n').flatMap(parse).reverse();
}

function isWanted(record: CallRecord, { requestId, server, tool, caller, kind, failed, from, until }: Wanted): boolean {
  const equal = { requestId, server, tool, caller };
  for (const [name, value] of Object.entries(equal))
    if (value !== undefined && record[name as keyof typeof equal] !== value) return false;
  if (kind !== undefined && !record.kinds.includes(kind)) return false;
  if (failed !== undefined && (record.status === 'error') !== failed) return false;
  const at = Date.parse(record.timestamp);
  return (from === undefined || at >= from) && (until === undefined || at < until);
}

function parse(line: string): CallRecord[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as CallRecord];
  } catch {
    return []; // A line that was being written.
  }
}
