import type { ByteWriter } from './byte-writer.js';
import { eachPosting, writePostings } from './postings.js';
import { grown } from './term-arena.js';

/** A cache has fewer documents than this. */
const MANY = 2 ** 24;

/** The postings of one term as they come from several places, written in the order of their positions. */
export class GatheredPostings {
  #positions = new Uint32Array(1_024);
  #counts = new Uint32Array(1_024);
  #isAscending = true;
  length = 0;

  /** `positions` leads from the numbers of the documents there to those here; a negative one is left out. */
  add(bytes: Uint8Array, limit: number, positions: ArrayLike<number> | undefined): void {
    eachPosting(bytes, limit, (given, count) => {
      const position = positions === undefined ? given : positions[given]!;
      if (position < 0) return;
      if (this.length === this.#positions.length) {
        this.#positions = grown(this.#positions);
        this.#counts = grown(this.#counts);
      }
      if (this.length > 0 && position <= this.#positions[this.length - 1]!) this.#isAscending = false;
      this.#positions[this.length] = position;
      this.#counts[this.length] = count;
      this.length += 1;
    });
  }

  /** Writes them and forgets them. */
  write(writer: ByteWriter): void {
    if (this.#isAscending) writePostings(writer, this.#positions, this.#counts, 0, this.length);
    else this.#writeSorted(writer);
    this.length = 0;
    this.#isAscending = true;
  }

  #writeSorted(writer: ByteWriter): void {
    // One number holds the position and the place it came from: sorting plain numbers is what the platform does fastest.
    const keys = Float64Array.from({ length: this.length }, (_, at) => this.#positions[at]! * MANY + at);
    keys.sort();
    const positions = new Uint32Array(this.length);
    const counts = new Uint32Array(this.length);
    for (let at = 0; at < this.length; at++) {
      positions[at] = Math.floor(keys[at]! / MANY);
      counts[at] = this.#counts[keys[at]! % MANY]!;
    }
    writePostings(writer, positions, counts, 0, this.length);
  }
}
