import { isJsonObject, type Json, type JsonObject, type Problem, problem } from '@concord/contract';
import type { Call, Resolved } from '@concord/engine';
import { type Store, StoreFailure } from '@concord/store';
import { ownerOf } from '../identity/owner.js';
import { sizeText } from '../limits/amounts.js';
import { isSpillUri, readAddress } from './address.js';
import { readSpill } from './read.js';

/** All that is put in place of addresses in one call. */
const MOST_INSERTED_BYTES = 67_108_864;
const MOST_ADDRESSES = 100;
const DEEPEST = 64;

/** What was put in place of an address. */
interface Inserted {
  readonly pointer: string;
  readonly uri: string;
  readonly bytes: number;
}

/**
 * Arguments with the contents of spills where their addresses stood. Nothing where there is no address, which is what most calls come to. An
 * address that its caller has nothing under is a problem: what is another caller's is not told from what is not there.
 */
export function insertSpills(store: Store, args: JsonObject, call: Call): undefined | Promise<Resolved> {
  return holdsAddress(args, 0) ? insertAll(store, args, call) : undefined;
}

function holdsAddress(value: Json, depth: number): boolean {
  if (typeof value === 'string') return isSpillUri(value);
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return false;
  for (const each of Array.isArray(value) ? (value as readonly Json[]) : Object.values(value as JsonObject))
    if (holdsAddress(each, depth + 1)) return true;
  return false;
}

async function insertAll(store: Store, args: JsonObject, { caller }: Call): Promise<Resolved> {
  const owner = ownerOf(caller);
  const inserted: Inserted[] = [];
  const problems: Problem[] = [];
  let left = MOST_INSERTED_BYTES;
  const contentOf = async (uri: string, pointer: string): Promise<string> => {
    const address = readAddress(uri);
    if ('kind' in address) return report(address, pointer, uri);
    if (inserted.length >= MOST_ADDRESSES) return report(tooMuch(`${MOST_ADDRESSES} addresses`), pointer, uri);
    const found = await readSpill(store, owner, address, left + 1);
    if ('kind' in found) return report(found, pointer, uri);
    const bytes = Buffer.byteLength(found.text);
    left -= bytes;
    if (found.isCut || left < 0) return report(tooMuch(sizeText(MOST_INSERTED_BYTES)), pointer, uri);
    inserted.push({ pointer, uri, bytes });
    return found.text;
  };
  const report = (given: Problem, pointer: string, uri: string): string => {
    problems.push({ ...given, details: { ...given.details, parameter: pointer } });
    return uri;
  };
  const walk = async (value: Json, pointer: string, depth: number): Promise<Json> => {
    if (typeof value === 'string') return isSpillUri(value) ? contentOf(value, pointer) : value;
    if (depth > DEEPEST || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items: Json[] = [];
      for (const [index, each] of (value as readonly Json[]).entries())
        items.push(await walk(each, `${pointer}/${index}`, depth + 1));
      return items;
    }
    const members: Record<string, Json> = {};
    for (const [name, each] of Object.entries(value as JsonObject))
      members[name] = await walk(each, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
    return members;
  };
  try {
    const made = await walk(args, '', 0);
    const [first, ...others] = problems;
    if (first) return { problems: [first, ...others] };
    const bytes = inserted.reduce((sum, each) => sum + each.bytes, 0);
    const notes = { result: { inserted: inserted as unknown as Json }, record: { insertedBytes: bytes } };
    return { args: isJsonObject(made) ? made : args, notes };
  } catch (error) {
    if (error instanceof StoreFailure) return { problems: [error.problem] };
    throw error;
  }
}

function tooMuch(most: string): Problem {
  return problem('too_large', `The addresses among the arguments stand for more than ${most}`, {
    hint: 'Give a part of it, such as concord://spill/<sha256>?lines=1-200.',
    details: { reason: 'inserted' },
  });
}
