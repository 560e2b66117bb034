import { isJsonObject, type Json, type Problem, problem } from '@concord/contract';
import type { Store } from '@concord/store';
import { sizeText } from '../limits/amounts.js';
import { type Part, type SpillAddress, spillUri } from './address.js';
import { type Found, search } from './search.js';
import { SpillGone, SpillText } from './spill-text.js';

/** A part of a spill as it is handed out. */
export interface ReadPart {
  readonly text: string;
  readonly mimeType: string;
  /** What of it this is, and how to go on: a sentence. */
  readonly about: string;
  /** Whether more was asked for than is here. */
  readonly isCut: boolean;
}

const MOST_MATCHES = 200;

/** Reads a part of a caller's spill, at most `most` bytes of it. What is not there, and what is another caller's, is the same problem. */
export async function readSpill(
  store: Store,
  caller: string,
  { sha256, part }: SpillAddress,
  most: number,
): Promise<ReadPart | Problem> {
  const spill = await store.spills.find(caller, sha256);
  if (spill === undefined) return noSpill(sha256);
  const text = new SpillText(store, spill);
  try {
    return await readPartOf(text, part, most);
  } catch (error) {
    if (error instanceof SpillGone) return noSpill(sha256);
    throw error;
  }
}

/** There is no such spill, for this caller at least. */
export function noSpill(sha256: string): Problem {
  return problem('not_found', `There is no ${spillUri(sha256)}`, {
    hint: 'It may have been removed after its time. Call the tool again that gave it.',
    details: { reason: 'no spill' },
  });
}

async function readPartOf(text: SpillText, part: Part, most: number): Promise<ReadPart | Problem> {
  const { spill } = text;
  const { lines, bytes, grep, context = 0, pointer } = part;
  if (pointer !== undefined) return readPointer(text, pointer, most);
  if (grep !== undefined) {
    const found = await search(text, grep, { context, most: MOST_MATCHES });
    return 'kind' in found ? found : cut(shownMatches(found), 'text/plain', aboutMatches(found), most);
  }
  const { mimeType } = spill;
  if (lines !== undefined) {
    const [from, to = Number.POSITIVE_INFINITY] = lines;
    const piece = await text.lines(from, to, most);
    const last = from + lineCount(piece.text) - 1;
    const isCut = piece.to < spill.bytes && to > last;
    const next = isCut ? `; go on with lines=${last + 1}-` : '';
    return { text: piece.text, mimeType, about: `lines ${from} to ${last} of ${text.lineCount}${next}`, isCut };
  }
  const [from, to] = bytes ?? [0, undefined];
  const end = to === undefined ? spill.bytes : Math.min(to + 1, spill.bytes);
  const piece = await text.bytes(from, Math.min(end, from + most));
  const isCut = piece.to < end && end - from > most;
  const next = isCut ? `; go on with bytes=${piece.to}-` : '';
  const about = `bytes ${piece.from} to ${Math.max(piece.from, piece.to - 1)} of ${spill.bytes}${next}`;
  return { text: piece.text, mimeType, about, isCut };
}

async function readPointer(text: SpillText, pointer: string, most: number): Promise<ReadPart | Problem> {
  const { text: whole } = await text.whole();
  let value: Json | undefined;
  try {
    value = valueAt(JSON.parse(whole) as Json, pointer);
  } catch {
    return problem('invalid_params', 'This spill is no JSON, so that it has no pointers', {
      hint: 'Read it by lines, or search it.',
      details: { parameter: 'pointer', reason: 'no JSON' },
    });
  }
  if (value === undefined)
    return problem('not_found', `There is nothing at ${pointer.slice(0, 200)} in this spill`, {
      details: { reason: 'no value' },
    });
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return cut(
    shown,
    typeof value === 'string' ? 'text/plain' : 'application/json',
    `the value at ${pointer || 'the root'}`,
    most,
  );
}

/** The value at a JSON pointer (RFC 6901); undefined where there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let found: Json | undefined = value;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found))
      found = /^(?:0|[1-9][0-9]{0,9})$/.test(name) ? (found as readonly Json[])[Number(name)] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    if (found === undefined) return undefined;
  }
  return found;
}

function cut(text: string, mimeType: string, about: string, most: number): ReadPart {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return { text, mimeType, about, isCut: false };
  const kept = bytes
    .subarray(0, most)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
  return {
    text: kept,
    mimeType: 'text/plain',
    about: `${about}, the first ${sizeText(most)} of ${sizeText(bytes.length)}`,
    isCut: true,
  };
}

function shownMatches({ shown }: Found): string {
  let last = 0;
  return shown
    .map(({ line, text, isMatch }) => {
      const gap = last !== 0 && line > last + 1 ? '--\n' : '';
      last = line;
      return `${gap}${line}${isMatch ? ':' : '-'} ${text}\n`;
    })
    .join('');
}

function aboutMatches({ matches, isAll }: Found): string {
  const count = `${matches.length} ${matches.length === 1 ? 'line matches' : 'lines match'}`;
  return isAll ? count : `the first ${count}; there are more`;
}

function lineCount(text: string): number {
  const breaks = text.split('\n').length - 1;
  return text.endsWith('\n') || text === '' ? breaks : breaks + 1;
}
