import type { ByteWriter } from './byte-writer.js';
import { UnusableIndex } from './unusable-index.js';

/**
 * Writes the postings of a term from index `from` up to `to`: ascending positions, each as its difference from the one before. The
 * lowest bit of each number says whether a count above one follows.
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

/** Calls `tell` with each posting. Throws UnusableIndex unless positions ascend and stay below `limit`. */
export function eachPosting(bytes: Uint8Array, limit: number, tell: (position: number, count: number) => void): void {
  let at = 0;
  let position = -1;
  const number = () => {
    let value = 0;
    let scale = 1;
    for (;;) {
      if (at >= bytes.length) throw new UnusableIndex('postings are cut off');
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  };
  while (at < bytes.length) {
    const coded = number();
    position += Math.floor(coded / 2);
    if (coded < 2 || position >= limit) throw new UnusableIndex('postings lead nowhere');
    tell(position, coded % 2 === 1 ? number() : 1);
  }
}
