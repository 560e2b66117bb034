import { SPILL_CHUNK_BYTES, type Spill, type Store } from '@concord/store';

const NEWLINE = 0x0a;

/** Some of a spill, and where it was. */
export interface Piece {
  readonly text: string;
  /** The first byte, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** The content of one spill, of which no more is read than is asked for. */
export class SpillText {
  readonly spill: Spill;
  readonly #store: Store;

  constructor(store: Store, spill: Spill) {
    this.#store = store;
    this.spill = spill;
  }

  get breaks(): number {
    return this.spill.lineMarks.at(-1) ?? 0;
  }

  /** How many lines there are, perhaps with an empty one after the last line break. */
  get lineCount(): number {
    return this.breaks + 1;
  }

  /** Bytes from `from` to before `to`, without characters that would be cut in two. */
  async bytes(from: number, to: number): Promise<Piece> {
    const end = Math.min(to, this.spill.bytes);
    const start = Math.min(from, end);
    const bytes = await this.#read(start, end);
    const first = start === 0 ? 0 : skipContinued(bytes);
    const last = end === this.spill.bytes ? bytes.length : beforeCut(bytes);
    const kept = bytes.subarray(first, Math.max(first, last));
    return { text: kept.toString('utf8'), from: start + first, to: start + first + kept.length };
  }

  whole(): Promise<Piece> {
    return this.bytes(0, this.spill.bytes);
  }

  /** Lines `from` to `to`, counted from 1, but no more than `most` bytes of them. */
  async lines(from: number, to: number, most: number): Promise<Piece> {
    const start = from === 1 ? 0 : await this.#afterBreak(from - 1);
    const end = to > this.breaks ? this.spill.bytes : await this.#afterBreak(to);
    return this.bytes(start, Math.min(end, start + most));
  }

  /** All of it in pieces of whole lines; a line that is longer than a piece comes in several. */
  async *pieces(): AsyncGenerator<Piece & { readonly line: number; readonly continues: boolean }> {
    let rest: Buffer = Buffer.alloc(0);
    let from = 0;
    let line = 1;
    let continues = false;
    for (let at = 0; at < this.spill.bytes; at += SPILL_CHUNK_BYTES) {
      const end = Math.min(at + SPILL_CHUNK_BYTES, this.spill.bytes);
      const bytes = Buffer.concat([rest, await this.#read(at, end)]);
      const isLast = end === this.spill.bytes;
      const lastBreak = isLast ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
      const cut = lastBreak > 0 ? lastBreak : beforeCut(bytes);
      const text = bytes.toString('utf8', 0, cut);
      yield { text, from, to: from + cut, line, continues };
      for (let found = text.indexOf('\n'); found !== -1; found = text.indexOf('\n', found + 1)) line++;
      continues = lastBreak === 0;
      rest = bytes.subarray(cut);
      from += cut;
    }
  }

  /** The offset after the `number`th line break. */
  async #afterBreak(number: number): Promise<number> {
    if (number > this.breaks) return this.spill.bytes;
    const { lineMarks } = this.spill;
    let low = 0;
    let high = lineMarks.length - 2;
    // The last chunk before which there are fewer breaks.
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (lineMarks[middle]! < number) low = middle;
      else high = middle - 1;
    }
    const start = low * SPILL_CHUNK_BYTES;
    const chunk = await this.#read(start, Math.min(start + SPILL_CHUNK_BYTES, this.spill.bytes));
    let found = -1;
    for (let missing = number - lineMarks[low]!; missing > 0; missing--) found = chunk.indexOf(NEWLINE, found + 1);
    return start + found + 1;
  }

  async #read(from: number, to: number): Promise<Buffer> {
    const { caller, sha256 } = this.spill;
    const bytes = from < to ? await this.#store.spills.read(caller, sha256, from, to) : new Uint8Array();
    if (bytes === undefined) throw new SpillGone();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

/** The spill was removed while it was read. */
export class SpillGone extends Error {}

const isContinued = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

function skipContinued(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && isContinued(bytes[at])) at++;
  return at;
}

/** The length without a character at the end of which some bytes are missing. */
function beforeCut(bytes: Buffer): number {
  let at = bytes.length - 1;
  while (at >= 0 && bytes.length - at < 4 && isContinued(bytes[at])) at--;
  const lead = bytes[at];
  if (lead === undefined || lead < 0xc0) return bytes.length;
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return bytes.length - at < needed ? at : bytes.length;
}
