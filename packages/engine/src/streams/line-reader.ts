const LF = 0x0a;
const CR = 0x0d;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** What comes out of the reader: whole lines, and lines that were too long to keep. */
export interface LineEvents {
  line(bytes: Buffer): void;
  tooLong(): void;
}

/**
 * Cuts a stream of bytes into lines. Linear in what it is given: each byte is looked at once and copied at most once.
 * A line over the limit is discarded as it comes in; `tooLong` is called once, at its end.
 */
export class LineReader {
  readonly #events: LineEvents;
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;
  #first = true;

  constructor(limit: number, events: LineEvents) {
    this.#limit = limit;
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const part = chunk.subarray(start, end);
      // Most lines come whole.
      if (this.#size === 0 && !this.#skipping && part.length <= this.#limit) this.#hand(part);
      else {
        this.#take(part);
        this.#finish();
      }
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  /** The stream has ended: what is left is the last line. */
  end(): void {
    if (this.#size > 0 || this.#skipping) this.#finish();
  }

  #take(part: Buffer): void {
    if (this.#skipping) return;
    this.#size += part.length;
    if (this.#size > this.#limit) {
      this.#skipping = true;
      this.#parts = [];
    } else this.#parts.push(part);
  }

  #finish(): void {
    const skipped = this.#skipping;
    const whole = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    if (skipped) this.#events.tooLong();
    else this.#hand(whole);
  }

  #hand(whole: Buffer): void {
    const line = this.#clean(whole);
    if (!isBlank(line)) this.#events.line(line);
  }

  #clean(line: Buffer): Buffer {
    const start = this.#first && line.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
    this.#first = false;
    const end = line[line.length - 1] === CR ? line.length - 1 : line.length;
    return start === 0 && end === line.length ? line : line.subarray(start, end);
  }
}

function isBlank(line: Buffer): boolean {
  // Most lines have a character that is not blank within the first few bytes; only blank lines are read to their end.
  for (let at = 0; at < line.length; at++) if (line[at] !== 0x20 && line[at] !== 0x09 && line[at] !== CR) return false;
  return true;
}
