import { closeSync, openSync, readSync } from 'node:fs';
import { IndexDoubt } from './unusable-index.js';

const WINDOW = 65_536;

/**
 * A range of a file, read from its beginning to its end through a small window. The file is open only while it is read from, so
 * that any number of them can be read side by side.
 */
export class WindowedBytes {
  #window = Buffer.alloc(0);
  #at = 0;
  #offset: number;
  readonly #end: number;

  constructor(
    readonly file: string,
    offset: number,
    length: number,
  ) {
    this.#offset = offset;
    this.#end = offset + length;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#window.length && this.#offset === this.#end;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      if (this.#at === this.#window.length) this.#fill(1);
      const byte = this.#window[this.#at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  /** The next bytes; good until more are read. */
  take(length: number): Buffer {
    if (this.#window.length - this.#at < length) this.#fill(length);
    this.#at += length;
    return this.#window.subarray(this.#at - length, this.#at);
  }

  /** Makes sure that so many bytes stand in the window. */
  #fill(needed: number): void {
    const rest = this.#window.subarray(this.#at);
    const more = Math.min(Math.max(WINDOW, needed - rest.length), this.#end - this.#offset);
    if (rest.length + more < needed) throw new IndexDoubt(`${this.file} is cut off`);
    const window = Buffer.allocUnsafe(rest.length + more);
    rest.copy(window);
    readInto(this.file, window.subarray(rest.length), this.#offset);
    this.#offset += more;
    this.#window = window;
    this.#at = 0;
  }
}

/** Fills a buffer from a place of a file; a file that ends before is an IndexDoubt. */
function readInto(file: string, buffer: Buffer, offset: number): void {
  const descriptor = openSync(file, 'r');
  try {
    readFully(descriptor, buffer, offset);
  } finally {
    closeSync(descriptor);
  }
}

/** The same from an open file. */
export function readFully(descriptor: number, buffer: Buffer, offset: number): void {
  for (let length = 0; length < buffer.length; ) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, offset + length);
    if (count === 0) throw new IndexDoubt('a file is cut off');
    length += count;
  }
}
