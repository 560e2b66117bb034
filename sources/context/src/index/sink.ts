import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';

/** Where the bytes of a section go. */
export interface Sink {
  readonly length: number;
  write(bytes: Uint8Array): void;
}

const PIECE = 262_144;

/** Bytes in memory. */
export class MemorySink implements Sink {
  readonly #parts: Buffer[] = [];
  #part = Buffer.allocUnsafe(PIECE);
  #used = 0;
  length = 0;

  write(bytes: Uint8Array): void {
    this.length += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      const count = Math.min(bytes.length - from, PIECE - this.#used);
      this.#part.set(bytes.subarray(from, from + count), this.#used);
      this.#used += count;
      from += count;
      if (this.#used === PIECE) this.#turnOver();
    }
  }

  /** All that was written. */
  whole(): Buffer {
    return Buffer.concat([...this.#parts, this.#part.subarray(0, this.#used)], this.length);
  }

  #turnOver(): void {
    this.#parts.push(this.#part);
    this.#part = Buffer.allocUnsafe(PIECE);
    this.#used = 0;
  }
}

/** Bytes at the end of an open file, with their hash. */
export class FileSink implements Sink {
  readonly #hash = createHash('sha256');
  readonly #part = Buffer.allocUnsafe(PIECE);
  #used = 0;
  length = 0;

  constructor(readonly descriptor: number) {}

  write(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (bytes.length > PIECE - this.#used) this.#flush();
    if (bytes.length > PIECE) this.#out(bytes);
    else {
      this.#part.set(bytes, this.#used);
      this.#used += bytes.length;
    }
  }

  /** The hash of all that was written, which is in the file then. */
  finish(): string {
    this.#flush();
    return this.#hash.digest('hex');
  }

  #flush(): void {
    this.#out(this.#part.subarray(0, this.#used));
    this.#used = 0;
  }

  #out(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    for (let from = 0; from < bytes.length; ) from += writeSync(this.descriptor, bytes, from);
  }
}
