import { hash } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { Sink } from '../index/sink.js';
import { BLOCK_BYTES } from './sidecar-header.js';

/** Appends bytes to an open file, followed by the hashes of their blocks. */
export class FileSink implements Sink {
  readonly #block = Buffer.allocUnsafe(BLOCK_BYTES);
  readonly #digests: Buffer[] = [];
  #used = 0;
  length = 0;

  constructor(readonly descriptor: number) {}

  write(bytes: Uint8Array): void {
    this.length += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      const count = Math.min(bytes.length - from, BLOCK_BYTES - this.#used);
      this.#block.set(count === bytes.length ? bytes : bytes.subarray(from, from + count), this.#used);
      this.#used += count;
      from += count;
      if (this.#used === BLOCK_BYTES) this.#turnOver();
    }
  }

  /** Writes the hashes of all blocks, and gives the hash of these hashes. */
  finish(): string {
    if (this.#used > 0) this.#turnOver();
    const digests = Buffer.concat(this.#digests);
    writeAll(this.descriptor, digests);
    return hash('sha256', digests, 'hex');
  }

  #turnOver(): void {
    const block = this.#block.subarray(0, this.#used);
    this.#digests.push(hash('sha256', block, 'buffer'));
    writeAll(this.descriptor, block);
    this.#used = 0;
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from);
}
