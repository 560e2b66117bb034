/** The path of a value in a JSON text: keys of objects and indexes of arrays. */
export type JsonPath = readonly (string | number)[];

/** The offset at which a text stops being valid JSON; undefined when it is valid. */
export function faultAt(text: string): number | undefined {
  const walker = new Walker(text);
  try {
    walker.value(() => undefined);
    walker.end();
    return undefined;
  } catch (fault) {
    if (fault instanceof NotJson) return fault.at;
    throw fault;
  }
}

/** The offset of a value in a JSON text, or of its key where it has one; undefined when there is no such value. */
export function placeOf(text: string, wanted: JsonPath): number | undefined {
  let found: number | undefined;
  const walker = new Walker(text);
  try {
    walker.value((path, at) => {
      if (path.length === wanted.length && path.every((step, index) => step === wanted[index])) found ??= at;
    });
  } catch (fault) {
    if (!(fault instanceof NotJson)) throw fault;
  }
  return found;
}

/** The line an offset is on, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

class NotJson {
  constructor(readonly at: number) {}
}

/** Parses a text once, without recursion: a text from outside may be nested as deep as it is long. */
class Walker {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  value(visit: (path: JsonPath, at: number) => void): void {
    const path: (string | number)[] = [];
    const closers: string[] = [];
    for (;;) {
      this.#blanks();
      const opened = this.#text[this.#at];
      if (opened === '{' || opened === '[') {
        this.#at += 1;
        const closer = opened === '{' ? '}' : ']';
        if (!this.#takes(closer)) {
          closers.push(closer);
          path.push(opened === '{' ? '' : 0);
          this.#begin(path, closer, visit);
          continue;
        }
      } else this.#scalar();
      // The end of a value may also end the arrays and objects around it.
      while (closers.length > 0 && this.#takes(closers.at(-1)!)) {
        closers.pop();
        path.pop();
      }
      const closer = closers.at(-1);
      if (closer === undefined) return;
      if (!this.#takes(',')) throw new NotJson(this.#at);
      if (closer === ']') path.push((path.pop() as number) + 1);
      this.#begin(path, closer, visit);
    }
  }

  end(): void {
    this.#blanks();
    if (this.#at < this.#text.length) throw new NotJson(this.#at);
  }

  /** At the beginning of a member or an item: reads the key where there is one. */
  #begin(path: (string | number)[], closer: string, visit: (path: JsonPath, at: number) => void): void {
    this.#blanks();
    const at = this.#at;
    if (closer === '}') {
      path[path.length - 1] = this.#string();
      if (!this.#takes(':')) throw new NotJson(this.#at);
    }
    visit(path, at);
  }

  #scalar(): void {
    if (this.#text[this.#at] === '"') {
      this.#string();
      return;
    }
    SCALAR.lastIndex = this.#at;
    const found = SCALAR.exec(this.#text);
    if (found === null) throw new NotJson(this.#at);
    this.#at += found[0].length;
  }

  #string(): string {
    const start = this.#at;
    if (this.#text[start] !== '"') throw new NotJson(start);
    for (let at = start + 1; at < this.#text.length; at++) {
      const character = this.#text[at]!;
      if (character === '"') {
        this.#at = at + 1;
        return decoded(this.#text.slice(start, at + 1), start);
      }
      if (character < ' ') throw new NotJson(at);
      if (character === '\\') at += 1;
    }
    throw new NotJson(start);
  }

  #takes(character: string): boolean {
    this.#blanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #blanks(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1;
  }
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d{0,1000})(?:\.\d{1,1000})?(?:[eE][+-]?\d{1,1000})?/y;

function decoded(written: string, start: number): string {
  try {
    return JSON.parse(written) as string;
  } catch {
    throw new NotJson(start);
  }
}
