import { writeUnits } from './code-units.js';
import { isWhiteSpace } from './white-space.js';

const ROOM = 65_536;
const PRIME = 0x0100_0193;

/** Called with each word: its code units, good until the next one, and their hash. */
export type TellWord = (units: Uint16Array, start: number, end: number, hash: number) => void;

/** Finds the words of texts in lower case in a reused buffer: the same words as `eachWord`, several times faster. */
export class WordUnits {
  #units: Uint16Array;
  #bytes: Buffer;

  /** `seed`: what hashes begin with. `room`: how many code units are looked at together. */
  constructor(
    readonly seed: number,
    room = ROOM,
  ) {
    this.#units = new Uint16Array(room);
    this.#bytes = Buffer.from(this.#units.buffer);
  }

  each(lower: string, tell: TellWord): void {
    for (let from = 0; from < lower.length; ) {
      const end = Math.min(lower.length, from + this.#units.length);
      writeUnits(end - from === lower.length ? lower : lower.slice(from, end), this.#bytes);
      const done = this.#words(end - from, end === lower.length, tell);
      // A word that is longer than the room needs more of it.
      if (done === 0) this.#grow();
      from += done;
    }
  }

  /** Calls `tell` with the words of the buffer, and gives the number of units that are done: a word at the end may continue. */
  #words(length: number, isLast: boolean, tell: TellWord): number {
    const units = this.#units;
    let start = -1;
    let hash = 0;
    for (let at = 0; at < length; at++) {
      const unit = units[at]!;
      if ((unit > 0x20 && unit < 0x85) || !isWhiteSpace(unit)) {
        if (start < 0) {
          start = at;
          hash = this.seed;
        }
        hash = Math.imul(hash ^ unit, PRIME);
      } else if (start >= 0) {
        tell(units, start, at, hash ^ (hash >>> 15));
        start = -1;
      }
    }
    if (start < 0) return length;
    if (!isLast) return start;
    tell(units, start, length, hash ^ (hash >>> 15));
    return length;
  }

  #grow(): void {
    this.#units = new Uint16Array(this.#units.length * 2);
    this.#bytes = Buffer.from(this.#units.buffer);
  }
}
