/** An output for bytes. */
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

  /** Everything that was written. */
  whole(): Buffer {
    return Buffer.concat([...this.#parts, this.#part.subarray(0, this.#used)], this.length);
  }

  #turnOver(): void {
    this.#parts.push(this.#part);
    this.#part = Buffer.allocUnsafe(PIECE);
    this.#used = 0;
  }
}
