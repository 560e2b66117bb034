/** One word or flag of the command line that sets arguments of a tool. */
export type Assignment =
  /** The whole object: JSON text, or where to read it from. */
  | { readonly whole: 'json'; readonly text: string }
  | { readonly whole: 'file'; readonly path: string }
  | { readonly whole: 'stdin' }
  /** One member. `text` is coerced by the schema, `json` is taken as written. */
  | {
      readonly key: string;
      readonly form: 'text' | 'json';
      readonly value: string;
      readonly from: 'line' | 'file' | 'stdin';
    }
  /** A bare `--key` or `--no-key`. */
  | { readonly key: string; readonly form: 'switch'; readonly value: boolean };

/** A word that is no argument, and why. */
export class BadWord extends Error {
  constructor(
    readonly word: string,
    message: string,
  ) {
    super(message);
  }
}

const keyed = /^([^\s=:][^=:\s]{0,255})(:?=)([\s\S]*)$/;

/** Reads the words after the target. Forms may be mixed; later ones win, and the caller applies them in order. */
export function readAssignments(words: readonly string[]): readonly Assignment[] {
  const found: Assignment[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word.startsWith('--') && word.length > 2) {
      const next = words[at + 1];
      const { assignment, used } = readFlag(word, next);
      found.push(assignment);
      at += used;
    } else found.push(readWord(word, at === 0));
  }
  return found;
}

function readWord(word: string, first: boolean): Assignment {
  if (word === '-') return { whole: 'stdin' };
  if (first && word.trimStart().startsWith('{')) return { whole: 'json', text: word };
  if (word.startsWith('@') && word.length > 1) return { whole: 'file', path: word.slice(1) };
  const [, key, sign, value] = keyed.exec(word) ?? [];
  if (key === undefined)
    throw new BadWord(word, `'${word.slice(0, 80)}' is no argument: write key=value, key:=json or one JSON object`);
  return member(key, sign === ':=' ? 'json' : 'text', value!);
}

/** `--key value`, `--key=value`, `--key`, `--no-key`; a flag followed by another flag stands alone. */
function readFlag(word: string, next: string | undefined): { assignment: Assignment; used: number } {
  const equals = word.indexOf('=');
  if (equals !== -1) {
    const json = word[equals - 1] === ':';
    const key = word.slice(2, json ? equals - 1 : equals);
    return { assignment: member(key, json ? 'json' : 'text', word.slice(equals + 1)), used: 0 };
  }
  const key = word.slice(2);
  if (next === undefined || next.startsWith('--') || keyed.test(next)) {
    const off = key.startsWith('no-');
    return { assignment: { key: off ? key.slice(3) : key, form: 'switch', value: !off }, used: 0 };
  }
  return { assignment: member(key, 'text', next), used: 1 };
}

/** `@file` and `@-` name where the value is; `@@` is a value that begins with `@`. */
function member(key: string, form: 'text' | 'json', value: string): Assignment {
  if (value.startsWith('@@')) return { key, form, value: value.slice(1), from: 'line' };
  if (value === '@-') return { key, form, value: '', from: 'stdin' };
  if (value.startsWith('@') && value.length > 1) return { key, form, value: value.slice(1), from: 'file' };
  return { key, form, value, from: 'line' };
}
