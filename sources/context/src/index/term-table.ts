import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import type { Sink } from './sink.js';
import { UnusableIndex } from './unusable-index.js';

/** Terms in a block. The first term of a block is written in full, the others without the prefix they share with the one before. */
const BLOCK = 16;

/** Where the postings of a term are. */
export interface PostingsRange {
  readonly offset: number;
  readonly length: number;
}

/** Bytes that may be read on first use; a Buffer is one. Throws UnusableIndex when they cannot be read. */
export interface BytesOnDemand {
  readonly length: number;
  subarray(start: number, end: number): Buffer;
}

/** Writes a table of terms. Terms are added in byte order, with the lengths of their postings. */
export class TermTableWriter {
  readonly #writer = new ByteWriter();
  readonly #offsets = new ByteWriter();
  #before = new Uint8Array(0);
  #postings = 0;
  count = 0;

  constructor(readonly sink: Sink) {}

  add(term: Uint8Array, postingsLength: number): void {
    const writer = this.#writer;
    writer.clear();
    if (this.count % BLOCK === 0) {
      this.#offsets.u32(this.sink.length);
      writer.varint(this.#postings);
      this.#before = new Uint8Array(0);
    }
    const shared = sharedLength(this.#before, term);
    writer.varint(shared);
    writer.varint(term.length - shared);
    writer.bytes(term.subarray(shared));
    writer.varint(postingsLength);
    this.sink.write(writer.view());
    this.#before = Uint8Array.from(term);
    this.#postings += postingsLength;
    this.count += 1;
  }

  /** Writes the offsets and the number of the blocks after the blocks. */
  finish(): void {
    const blocks = this.#offsets.length / 4;
    this.#offsets.u32(blocks);
    this.sink.write(this.#offsets.view());
  }
}

/** Finds terms in the bytes of a table. Throws UnusableIndex when the bytes are malformed. */
export class TermTable {
  readonly #offsets: Buffer;

  constructor(readonly bytes: BytesOnDemand) {
    const blocks = bytes.length < 4 ? -1 : bytes.subarray(bytes.length - 4, bytes.length).readUInt32LE();
    const start = bytes.length - 4 - blocks * 4;
    if (blocks < 0 || start < 0) throw new UnusableIndex('the terms are cut off');
    this.#offsets = bytes.subarray(start, bytes.length - 4);
  }

  find(term: Uint8Array): PostingsRange | undefined {
    let [low, high] = [0, this.#offsets.length / 4 - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (Buffer.compare(this.#terms(middle).next().value?.term ?? term, term) <= 0) low = middle;
      else high = middle - 1;
    }
    if (high < 0) return undefined;
    for (const found of this.#terms(low)) {
      const order = Buffer.compare(found.term, term);
      if (order === 0) return found;
      if (order > 0) break;
    }
    return undefined;
  }

  /** All terms in byte order. */
  *all(): Generator<PostingsRange & { readonly term: Uint8Array }> {
    for (let block = 0; block < this.#offsets.length / 4; block++) yield* this.#terms(block);
  }

  *#terms(block: number): Generator<PostingsRange & { readonly term: Uint8Array }, undefined> {
    const blocksEnd = this.bytes.length - 4 - this.#offsets.length;
    const start = this.#offsets.readUInt32LE(block * 4);
    const end = (block + 1) * 4 < this.#offsets.length ? this.#offsets.readUInt32LE((block + 1) * 4) : blocksEnd;
    if (start >= end || end > blocksEnd) throw new UnusableIndex('a block of terms is nowhere');
    const reader = new ByteReader(this.bytes.subarray(start, end));
    let offset = reader.varint();
    let term = new Uint8Array(0);
    while (!reader.isAtEnd) {
      const shared = reader.varint();
      const rest = reader.take(reader.varint());
      if (shared > term.length) throw new UnusableIndex('a term shares more than there is');
      const whole = new Uint8Array(shared + rest.length);
      whole.set(term.subarray(0, shared));
      whole.set(rest, shared);
      term = whole;
      const length = reader.varint();
      yield { term, offset, length };
      offset += length;
    }
    return undefined;
  }
}

function sharedLength(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
}
