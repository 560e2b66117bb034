const LONGEST = 65_536;

/** Splits text that comes in pieces into lines. Only the beginning of a line that is too long is kept. */
export class LineSplitter {
  readonly #take: (line: string) => void;
  #rest = '';
  #skips = false;

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  push(text: string): void {
    const lines = text.split('\n');
    const last = lines.pop()!;
    for (const line of lines) this.#end(line);
    this.#keep(last);
  }

  /** Ends the text: the rest is the last line. */
  end(): void {
    if (this.#rest !== '') this.#end('');
  }

  #end(line: string): void {
    this.#keep(line);
    this.#take(this.#rest.endsWith('\r') ? this.#rest.slice(0, -1) : this.#rest);
    this.#rest = '';
    this.#skips = false;
  }

  #keep(part: string): void {
    if (this.#skips || part === '') return;
    this.#rest += part.slice(0, LONGEST - this.#rest.length);
    this.#skips = this.#rest.length >= LONGEST;
  }
}
