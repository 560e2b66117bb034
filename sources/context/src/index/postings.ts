import type { ByteWriter } from './byte-writer.js';
import { IndexDoubt } from './unusable-index.js';

/**
 * Writes the documents a word is in, from one place up to another: their positions in ascending order, each as its distance from
 * the one before. The lowest bit of that number tells whether a count of more than one follows.
 */
export function writePostings(
  writer: ByteWriter,
  positions: Uint32Array,
  counts: Uint32Array,
  from: number,
  to: number,
): void {
  let before = -1;
  for (let at = from; at < to; at++) {
    const position = positions[at]!;
    const count = counts[at]!;
    writer.varint((position - before) * 2 + (count > 1 ? 1 : 0));
    if (count > 1) writer.varint(count);
    before = position;
  }
}

/** Calls `tell` with each posting. Positions are known to ascend and to stay below `limit`, else it is an IndexDoubt. */
export function eachPosting(bytes: Uint8Array, limit: number, tell: (position: number, count: number) => void): void {
  let at = 0;
  let position = -1;
  const number = () => {
    let value = 0;
    let scale = 1;
    for (;;) {
      if (at >= bytes.length) throw new IndexDoubt('postings are cut off');
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  };
  while (at < bytes.length) {
    const coded = number();
    position += Math.floor(coded / 2);
    if (coded < 2 || position >= limit) throw new IndexDoubt('postings lead nowhere');
    tell(position, coded % 2 === 1 ? number() : 1);
  }
}
