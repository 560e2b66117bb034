/** A place in a text: line from 1, column from 1 in UTF-16 units, offset in bytes of the file. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A place in a rule file. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Finds places in one text. */
export class Lines {
  /** Where each line begins, in UTF-16 units. */
  readonly #starts: number[];
  /** How many bytes stand before each line; found when it is first asked for. */
  #bytes: number[] | undefined;
  readonly #text: string;
  readonly #bytesBefore: number;
  readonly #length: (text: string, start: number, end: number) => number;

  /** `bytesBefore` stand before the text in its file, such as a byte order mark. With `isBytes` each character is one byte. */
  constructor(text: string, bytesBefore = 0, isBytes = false) {
    this.#text = text;
    this.#bytesBefore = bytesBefore;
    this.#length = isBytes ? (_, start, end) => end - start : byteLength;
    this.#starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** The line, from 1, that a UTF-16 unit is on. */
  lineOf(at: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  placeOf(at: number): Place {
    const line = this.lineOf(at);
    const start = this.#starts[line - 1]!;
    const offset = this.#bytesBeforeLine(line) + this.#length(this.#text, start, at);
    return { line, column: at - start + 1, offset };
  }

  /** Where a line begins and ends, without its end-of-line characters. */
  spanOf(line: number): { readonly start: number; readonly end: number } {
    const start = this.#starts[line - 1] ?? this.#text.length;
    let end = (this.#starts[line] ?? this.#text.length + 1) - 1;
    if (end > start && this.#text.charCodeAt(end - 1) === 13) end -= 1;
    return { start, end: Math.min(end, this.#text.length) };
  }

  textOf(line: number): string {
    const { start, end } = this.spanOf(line);
    return this.#text.slice(start, end);
  }

  #bytesBeforeLine(line: number): number {
    if (!this.#bytes) {
      let bytes = this.#bytesBefore;
      this.#bytes = this.#starts.map((start, index) => {
        if (index > 0) bytes += this.#length(this.#text, this.#starts[index - 1]!, start);
        return bytes;
      });
    }
    return this.#bytes[line - 1]!;
  }
}

/** How many bytes a piece of a text is in UTF-8. */
function byteLength(text: string, start: number, end: number): number {
  let bytes = end - start;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Each half of a pair counts two of its four bytes.
    bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}
