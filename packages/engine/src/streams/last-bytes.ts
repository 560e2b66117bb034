import { GrowingBytes } from './growing-bytes.js';

/** The last bytes of a stream of any length: a ring that is written over when it is full. */
export class LastBytes {
  readonly #capacity: number;
  readonly #ring: GrowingBytes;
  /** Where the next byte goes once the ring is full: the place of the oldest. */
  #next = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#ring = new GrowingBytes(capacity);
  }

  append(piece: Buffer): void {
    // Of a piece longer than the ring only its end would survive.
    let rest = this.#ring.append(piece);
    if (rest.length > this.#capacity) {
      this.#next = (this.#next + rest.length - this.#capacity) % Math.max(1, this.#capacity);
      rest = rest.subarray(rest.length - this.#capacity);
    }
    const ring = this.#ring.content;
    while (rest.length > 0) {
      const copied = rest.copy(ring, this.#next);
      this.#next = (this.#next + copied) % this.#capacity;
      rest = rest.subarray(copied);
    }
  }

  /** The bytes in the order they came, in two parts so that they need not be copied. */
  get content(): [Buffer, Buffer] {
    const ring = this.#ring.content;
    return [ring.subarray(this.#next), ring.subarray(0, this.#next)];
  }
}
