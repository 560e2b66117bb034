const LF = 0x0a;
const CR = 0x0d;
/** How much of both ends of a line that is too long is kept. */
const ENDS = 1_024;
const NOTHING = Buffer.alloc(0);
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** What comes out of the reader: whole lines, and lines that were too long to keep. */
export interface LineEvents {
  line(bytes: Buffer): void;
  /** With the beginning and the end of it, a kilobyte of each. */
  tooLong(head: Buffer, tail: Buffer): void;
}

/**
 * Cuts a stream of bytes into lines. Linear in what it is given: each byte is looked at once and copied at most once.
 * A line over the limit is dropped as it comes in, and reported once, at its end.
 */
export class LineReader {
  readonly #events: LineEvents;
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;
  /** Both ends of the line that is being dropped. */
  #head: Buffer = NOTHING;
  #tail: Buffer = NOTHING;
  #first = true;

  constructor(limit: number, events: LineEvents) {
    this.#limit = limit;
    this.#events = events;
  }

  /** The beginning of a line that is over the limit and has not ended yet. */
  get tooLongSoFar(): Buffer | undefined {
    return this.#skipping ? this.#head : undefined;
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
    if (!this.#skipping) {
      this.#size += part.length;
      this.#parts.push(part);
      if (this.#size <= this.#limit) return;
      this.#skipping = true;
      this.#head = beginningOf(this.#parts);
      this.#parts = [];
    }
    const tail = part.length < ENDS ? Buffer.concat([this.#tail, part]) : part;
    this.#tail = Buffer.from(tail.subarray(-ENDS));
  }

  #finish(): void {
    const [skipped, head, tail] = [this.#skipping, this.#head, this.#tail];
    [this.#head, this.#tail] = [NOTHING, NOTHING];
    const whole = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    if (skipped) this.#events.tooLong(head, tail);
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

/** The first bytes of what comes in pieces. */
function beginningOf(parts: readonly Buffer[]): Buffer {
  const head: Buffer[] = [];
  for (let size = 0, at = 0; size < ENDS && at < parts.length; at++) {
    head.push(parts[at]!.subarray(0, ENDS));
    size += parts[at]!.length;
  }
  return Buffer.concat(head).subarray(0, ENDS);
}

function isBlank(line: Buffer): boolean {
  // A line of JSON starts within its first few bytes; only blank ones are walked to their end.
  for (let at = 0; at < line.length; at++) if (line[at] !== 0x20 && line[at] !== 0x09 && line[at] !== CR) return false;
  return true;
}
