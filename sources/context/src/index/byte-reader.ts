import { UnusableIndex } from './unusable-index.js';

/** Reads what a ByteWriter wrote. Throws UnusableIndex when the bytes end too early. */
export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
    readonly end = bytes.length,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      if (this.at >= this.end) throw new UnusableIndex('a number is cut off');
      const byte = this.bytes[this.at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
      scale *= 0x80;
    }
    if (value > Number.MAX_SAFE_INTEGER) throw new UnusableIndex('a number is too large');
    return value;
  }

  take(length: number): Uint8Array {
    const start = this.at;
    if (length > this.end - start) throw new UnusableIndex('bytes are cut off');
    this.at += length;
    return this.bytes.subarray(start, this.at);
  }
}
