import { closeSync, openSync, readSync } from 'node:fs';
import { UnusableIndex } from './unusable-index.js';

const WINDOW = 65_536;

/**
 * Reads a range of a file from start to end through a small buffer. The file is open only during a read, so that any number of files
 * can be read side by side.
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

  /** The next bytes. Valid until the next read. */
  take(length: number): Buffer {
    if (this.#window.length - this.#at < length) this.#fill(length);
    this.#at += length;
    return this.#window.subarray(this.#at - length, this.#at);
  }

  /** Reads until at least `needed` bytes are in the window. */
  #fill(needed: number): void {
    const rest = this.#window.subarray(this.#at);
    const more = Math.min(Math.max(WINDOW, needed - rest.length), this.#end - this.#offset);
    if (rest.length + more < needed) throw new UnusableIndex(`${this.file} is cut off`);
    const window = Buffer.allocUnsafe(rest.length + more);
    rest.copy(window);
    readInto(this.file, window.subarray(rest.length), this.#offset);
    this.#offset += more;
    this.#window = window;
    this.#at = 0;
  }
}

/** Fills a buffer from an offset of a file. Throws UnusableIndex when the file ends too early. */
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
    if (count === 0) throw new UnusableIndex('a file is cut off');
    length += count;
  }
}
