/** From here on a buffer has its full size: pages that are never written take no memory. */
const largestStep = 1024 * 1024;

/** Bytes appended up to a capacity. Memory follows what came, not the capacity, nor the number of pieces. */
export class GrowingBytes {
  readonly #capacity: number;
  #bytes = Buffer.alloc(0);
  #length = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Takes as much of the beginning of `piece` as there is room for, and returns the rest. */
  append(piece: Buffer): Buffer {
    const taken = Math.min(piece.length, this.#capacity - this.#length);
    if (taken === 0) return piece;
    this.#makeRoomFor(this.#length + taken);
    piece.copy(this.#bytes, this.#length, 0, taken);
    this.#length += taken;
    return piece.subarray(taken);
  }

  /** What was appended; a view, not a copy. */
  get content(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoomFor(length: number): void {
    if (length <= this.#bytes.length) return;
    const wanted = length > largestStep ? this.#capacity : Math.max(length, this.#bytes.length * 2, 1024);
    const larger = Buffer.allocUnsafeSlow(Math.min(this.#capacity, wanted));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
