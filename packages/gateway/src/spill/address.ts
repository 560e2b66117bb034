import { type Problem, problem } from '@concord/contract';

const SCHEME = 'concord://spill/';
const LONGEST_PATTERN = 1_000;
const MOST_CONTEXT = 100;

/** Which part of a spill is meant: one of these, or all of it. */
export interface Part {
  /** The first and the last line, counted from 1; without a last one, to the end. */
  readonly lines?: readonly [from: number, to: number | undefined];
  /** The first and the last byte, counted from 0, as in an HTTP range. */
  readonly bytes?: readonly [from: number, to: number | undefined];
  /** A regular expression: the lines that match it. */
  readonly grep?: string;
  /** How many lines are shown around each match. */
  readonly context?: number;
  /** A JSON pointer: the value there. */
  readonly pointer?: string;
}

export interface SpillAddress {
  readonly sha256: string;
  readonly part: Part;
}

/** The address of a spill, for whom it was kept. */
export function spillUri(sha256: string): string {
  return `${SCHEME}${sha256}`;
}

/** Whether a text may be the address of a spill: those that begin like one and are none have a problem. */
export function isSpillUri(text: string): boolean {
  return text.startsWith(SCHEME);
}

/** Reads `concord://spill/<sha256>?lines=1-200`, `?bytes=0-4095`, `?grep=re&context=2`, `?pointer=/a/b`. */
export function readAddress(uri: string): SpillAddress | Problem {
  const [, sha256, query = ''] = /^concord:\/\/spill\/([0-9a-f]{64})(?:\?(.{0,8192}))?$/s.exec(uri) ?? [];
  if (sha256 === undefined) return unusable('it is none of the form concord://spill/<64 hexadecimal digits>');
  const given = Object.fromEntries(new URLSearchParams(query));
  const part = readPart(given);
  return 'kind' in part ? part : { sha256, part };
}

/** Which part is asked for, by texts as a query or the arguments of a tool have them. */
export function readPart(given: Readonly<Record<string, string>>): Part | Problem {
  const other = Object.keys(given).find(name => !['lines', 'bytes', 'grep', 'context', 'pointer'].includes(name));
  if (other !== undefined)
    return unusable(`there is no '${other.slice(0, 40)}'; there are lines, bytes, grep with context, and pointer`);
  const { lines, bytes, grep, context, pointer } = given;
  if ([lines, bytes, grep, pointer].filter(each => each !== undefined).length > 1)
    return unusable('only one of lines, bytes, grep and pointer can be asked for');
  if (lines !== undefined) {
    const range = rangeIn(lines);
    return range && range[0] >= 1
      ? { lines: range }
      : unusable("lines must be like '1-200', '200-' or '17', counted from 1");
  }
  if (bytes !== undefined) {
    const range = rangeIn(bytes);
    return range ? { bytes: range } : unusable("bytes must be like '0-4095' or '4096-', counted from 0");
  }
  if (pointer !== undefined)
    return pointer === '' || pointer.startsWith('/')
      ? { pointer }
      : unusable("pointer must be a JSON pointer like '/items/0/name'");
  if (grep === undefined) return context === undefined ? {} : unusable('context goes with grep');
  const around = context === undefined ? 0 : Number(context);
  if (!Number.isInteger(around) || around < 0 || around > MOST_CONTEXT)
    return unusable(`context must be a number of lines from 0 to ${MOST_CONTEXT}`);
  return readPattern(grep) ?? { grep, context: around };
}

function readPattern(pattern: string): Problem | undefined {
  if (pattern === '' || pattern.length > LONGEST_PATTERN)
    return unusable(`grep must be a regular expression of 1 to ${LONGEST_PATTERN} characters`);
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return unusable(`grep is no regular expression: ${(error as Error).message.slice(0, 200)}`);
  }
}

function rangeIn(text: string): readonly [number, number | undefined] | undefined {
  const [, from, dash, to] = /^([0-9]{1,15})(-)?([0-9]{1,15})?$/.exec(text) ?? [];
  if (from === undefined) return undefined;
  const first = Number(from);
  if (dash === undefined) return to === undefined ? [first, first] : undefined;
  return to === undefined ? [first, undefined] : Number(to) >= first ? [first, Number(to)] : undefined;
}

function unusable(why: string): Problem {
  return problem('invalid_params', `This part of a spill cannot be read: ${why}`, {
    hint: 'For example concord://spill/<sha256>?lines=1-200',
    details: { parameter: 'uri', reason: 'invalid value' },
  });
}
