import { createContext, Script } from 'node:vm';
import { type Problem, problem } from '@concord/contract';
import type { SpillText } from './spill-text.js';

/** How long an expression may take for one piece of text. */
const PIECE_MS = 100;
/** A line that is longer is shown around the match. */
const LONGEST_SHOWN = 500;

/** A line that matches. */
export interface Match {
  /** Counted from 1. */
  readonly line: number;
  /** Where the match begins. */
  readonly byte: number;
  readonly text: string;
}

/** Lines that match, with those around them, and whether there are more. */
export interface Found {
  readonly matches: readonly Match[];
  readonly shown: readonly { readonly line: number; readonly text: string; readonly isMatch: boolean }[];
  readonly isAll: boolean;
}

export interface SearchOptions {
  readonly context: number;
  readonly most: number;
}

/** The lines of a spill that match an expression. One that backtracks too long is a problem, and holds nobody up for long. */
export async function search(
  text: SpillText,
  pattern: string,
  { context, most }: SearchOptions,
): Promise<Found | Problem> {
  const find = finder(pattern);
  const matches: Match[] = [];
  const shown: { line: number; text: string; isMatch: boolean }[] = [];
  const before: { line: number; text: string }[] = [];
  let after = 0;
  for await (const piece of text.pieces()) {
    const lines = piece.text.split('\n');
    if (piece.text.endsWith('\n')) lines.pop();
    const hits = find(lines);
    if (hits === undefined) return tooSlow();
    let next = 0;
    let offset = piece.from;
    for (const [index, content] of lines.entries()) {
      const line = piece.line + index;
      const hit = hits[next]?.index === index ? hits[next++] : undefined;
      if (hit) {
        if (matches.length === most) return { matches, shown, isAll: false };
        for (const each of before.splice(0)) shown.push({ ...each, isMatch: false });
        const text = around(content, hit.at);
        matches.push({ line, byte: offset + Buffer.byteLength(content.slice(0, hit.at)), text });
        shown.push({ line, text, isMatch: true });
        after = context;
      } else if (after > 0) {
        shown.push({ line, text: around(content, 0), isMatch: false });
        after--;
      } else if (context > 0) {
        before.push({ line, text: around(content, 0) });
        if (before.length > context) before.shift();
      }
      if (hits.length > 0) offset += Buffer.byteLength(content) + 1;
    }
  }
  return { matches, shown, isAll: true };
}

interface Hit {
  readonly index: number;
  readonly at: number;
}

let sandbox: { pattern: string; lines: readonly string[] } | undefined;
const script = new Script(`(() => {
  const expression = new RegExp(pattern, 'u');
  const hits = [];
  for (let index = 0; index < lines.length; index++) {
    const at = lines[index].search(expression);
    if (at !== -1) hits.push({ index, at });
  }
  return hits;
})()`);

/** Finds lines; gives nothing when that takes too long. */
function finder(pattern: string): (lines: readonly string[]) => readonly Hit[] | undefined {
  // A text without signs of an expression is looked for as it is.
  if (!/[\\^$.*+?()[\]{}|]/.test(pattern))
    return lines =>
      lines.flatMap((line, index) => {
        const at = line.indexOf(pattern);
        return at === -1 ? [] : [{ index, at }];
      });
  return lines => {
    sandbox ??= createContext({ pattern: '', lines: [] }) as NonNullable<typeof sandbox>;
    Object.assign(sandbox, { pattern, lines });
    try {
      return script.runInContext(sandbox, { timeout: PIECE_MS }) as Hit[];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
      throw error;
    } finally {
      sandbox.lines = [];
    }
  };
}

/** A line, or of a long one what is around a place. */
function around(line: string, at: number): string {
  if (line.length <= LONGEST_SHOWN) return line;
  const from = Math.max(0, at - Math.floor(LONGEST_SHOWN / 4));
  const cut = line.slice(from, from + LONGEST_SHOWN);
  return `${from > 0 ? '…' : ''}${cut}${from + LONGEST_SHOWN < line.length ? '…' : ''}`;
}

function tooSlow(): Problem {
  return problem('invalid_params', 'The expression takes too long', {
    hint: 'Write it without nested repetition, or look for a plain text.',
    details: { parameter: 'grep', reason: 'too slow' },
  });
}
