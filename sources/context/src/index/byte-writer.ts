const START = 4_096;
const SEVEN_BITS = 0x80;

/** A buffer that grows as it is written. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(START);
  length = 0;

  /** Writes a whole number up to 2^53, seven bits to a byte, lowest bits first. */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    for (; rest >= 0x8000_0000; rest = Math.floor(rest / SEVEN_BITS))
      this.#bytes[this.length++] = (rest % SEVEN_BITS) | SEVEN_BITS;
    for (; rest >= SEVEN_BITS; rest >>>= 7) this.#bytes[this.length++] = (rest & 0x7f) | SEVEN_BITS;
    this.#bytes[this.length++] = rest;
  }

  u32(value: number): void {
    this.#reserve(4);
    this.length = this.#bytes.writeUInt32LE(value, this.length);
  }

  i64(value: bigint): void {
    this.#reserve(8);
    this.length = this.#bytes.writeBigInt64LE(value, this.length);
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes the byte length of a text, then the text in UTF-8. */
  text(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.varint(bytes);
    this.#reserve(bytes);
    this.length += this.#bytes.write(text, this.length);
  }

  /** What was written. Valid until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + more));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}
