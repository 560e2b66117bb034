import { hash } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { BytesOnDemand } from '../index/term-table.js';
import { asUnusableIndex, UnusableIndex } from '../index/unusable-index.js';
import { readFully } from '../index/windowed-bytes.js';
import { BLOCK_BYTES, DIGEST_BYTES, digestsLength, type Section, sha256 } from './sidecar-header.js';

/** A section of an open sidecar. Blocks are read and checked on first use. Throws UnusableIndex when one is damaged. */
export class SectionBytes implements BytesOnDemand {
  readonly length: number;
  // The system provides the pages of this buffer on first use.
  readonly #bytes: Buffer;
  readonly #digests: Buffer;
  readonly #isRead: Uint8Array;

  constructor(
    readonly descriptor: number,
    readonly section: Section,
  ) {
    const { offset, length, sha256: expected } = section;
    const digests = digestsLength(length);
    // Checked before memory is allocated for a length that the file does not have.
    const { size } = asUnusableIndex(() => fstatSync(descriptor));
    if (offset + length + digests > size) throw new UnusableIndex('a section is missing');
    this.length = length;
    this.#bytes = asUnusableIndex(() => Buffer.allocUnsafeSlow(length));
    this.#digests = Buffer.allocUnsafe(digests);
    this.#isRead = new Uint8Array(digests / DIGEST_BYTES);
    asUnusableIndex(() => readFully(descriptor, this.#digests, offset + length));
    if (sha256(this.#digests) !== expected) throw new UnusableIndex('the hashes of a section were changed');
  }

  subarray(start: number, end: number): Buffer {
    if (start < 0 || start > end || end > this.length) throw new UnusableIndex('bytes are asked for that are nowhere');
    for (let first = Math.floor(start / BLOCK_BYTES); first * BLOCK_BYTES < end; ) {
      let next = first;
      while (next * BLOCK_BYTES < end && this.#isRead[next] === 0) next += 1;
      if (next > first) this.#read(first, next);
      first = next + 1;
    }
    return this.#bytes.subarray(start, end);
  }

  /** All bytes. */
  whole(): Buffer {
    return this.subarray(0, this.length);
  }

  /** Reads adjacent blocks and checks their hashes. */
  #read(first: number, next: number): void {
    const start = first * BLOCK_BYTES;
    asUnusableIndex(() => readFully(this.descriptor, this.#blocks(first, next), this.section.offset + start));
    for (let block = first; block < next; block++) {
      const digest = this.#digests.subarray(block * DIGEST_BYTES, (block + 1) * DIGEST_BYTES);
      if (!hash('sha256', this.#blocks(block, block + 1), 'buffer').equals(digest))
        throw new UnusableIndex('a section was changed');
      this.#isRead[block] = 1;
    }
  }

  #blocks(first: number, next: number): Buffer {
    return this.#bytes.subarray(first * BLOCK_BYTES, Math.min(next * BLOCK_BYTES, this.length));
  }
}
