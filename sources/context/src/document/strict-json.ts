import { isUtf8 } from 'node:buffer';

/** A JSON value that keeps what `JSON.parse` loses: duplicate fields, and numbers as they were written. */
export type StrictValue = string | boolean | null | NumberLiteral | readonly StrictValue[] | StrictObject;

export class NumberLiteral {
  constructor(readonly text: string) {}
}

export class StrictObject {
  constructor(readonly entries: readonly (readonly [key: string, value: StrictValue])[]) {}
}

/** The deepest nesting that is accepted. */
const DEEPEST = 128;

/** Reads one JSON value in UTF-8 without a byte order mark and with nothing after it; undefined when it is none. */
export function readStrictJson(bytes: Buffer): StrictValue | undefined {
  if (!isUtf8(bytes)) return undefined;
  const reader = new Reader(bytes.toString('utf8'));
  try {
    return reader.whole();
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): StrictValue {
    const value = this.#value(1);
    this.#blanks();
    if (this.#at < this.#text.length) throw new NotJson();
    return value;
  }

  #value(depth: number): StrictValue {
    this.#blanks();
    const first = this.#text[this.#at];
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    if (first === '"') return this.#string();
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return this.#number();
  }

  #object(depth: number): StrictObject {
    if (depth > DEEPEST) throw new NotJson();
    const entries: [string, StrictValue][] = [];
    this.#at += 1;
    if (this.#takes('}')) return new StrictObject(entries);
    do {
      this.#blanks();
      const key = this.#string();
      if (!this.#takes(':')) throw new NotJson();
      entries.push([key, this.#value(depth + 1)]);
    } while (this.#takes(','));
    if (!this.#takes('}')) throw new NotJson();
    return new StrictObject(entries);
  }

  #array(depth: number): readonly StrictValue[] {
    if (depth > DEEPEST) throw new NotJson();
    const items: StrictValue[] = [];
    this.#at += 1;
    if (this.#takes(']')) return items;
    do items.push(this.#value(depth + 1));
    while (this.#takes(','));
    if (!this.#takes(']')) throw new NotJson();
    return items;
  }

  /** Finds the end of a string and lets JSON.parse decode its escapes. */
  #string(): string {
    const text = this.#text;
    if (text[this.#at] !== '"') throw new NotJson();
    let end = this.#at + 1;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === QUOTE) break;
      if (code === BACKSLASH) end += 1;
    }
    if (end >= text.length) throw new NotJson();
    const written = text.slice(this.#at, end + 1);
    this.#at = end + 1;
    try {
      return JSON.parse(written) as string;
    } catch {
      throw new NotJson();
    }
  }

  #number(): NumberLiteral {
    const start = this.#at;
    while (this.#at < this.#text.length && NUMBER.includes(this.#text[this.#at]!)) this.#at += 1;
    const text = this.#text.slice(start, this.#at);
    try {
      // Only a number can be parsed of these characters, and only as JSON writes it.
      JSON.parse(text);
    } catch {
      throw new NotJson();
    }
    return new NumberLiteral(text);
  }

  #takes(character: string): boolean {
    this.#blanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #blanks(): void {
    while (BLANKS.includes(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }
}

const words: readonly (readonly [string, StrictValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = '+-.0123456789eE';
const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

/** The named fields of an object; undefined when one of them occurs twice. */
export function fieldsOf(
  value: StrictValue | undefined,
  names: readonly string[],
): Record<string, StrictValue> | undefined {
  if (!(value instanceof StrictObject)) return undefined;
  const fields: Record<string, StrictValue> = Object.create(null) as Record<string, StrictValue>;
  for (const [key, member] of value.entries) {
    if (!names.includes(key)) continue;
    if (key in fields) return undefined;
    fields[key] = member;
  }
  return fields;
}

/** Whether a value is a string without lone surrogates. */
export function isText(value: StrictValue | undefined): value is string {
  return typeof value === 'string' && !LONE_SURROGATE.test(value);
}

const LONE_SURROGATE = /\p{Surrogate}/u;
