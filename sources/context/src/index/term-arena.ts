import { randomInt } from 'node:crypto';

/** A call takes only so many arguments. */
const PIECE = 4_096;

/** Which words were seen, each under a number: a hash table of code units that keeps no text alive. */
export class TermArena {
  // Nobody can choose words that all fall into the same place of a table that is different every time.
  readonly #seed = randomInt(2 ** 32);
  #units = new Uint16Array(65_536);
  #ends = new Uint32Array(4_096);
  #hashes = new Int32Array(4_096);
  /** The number of a term plus one, at the place its hash leads to or the next free one behind. */
  #table = new Int32Array(16_384);
  #used = 0;
  count = 0;

  /** How many code units all terms have together. */
  get size(): number {
    return this.#used;
  }

  /** The number of the term that stands in a text; a new one when it was never seen. */
  numberOf(text: string, start: number, end: number): number {
    let hash = this.#seed;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
    hash ^= hash >>> 15;
    const mask = this.#table.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const term = this.#table[place]! - 1;
      if (term < 0) return this.#add(text, start, end, hash, place);
      if (this.#hashes[term] === hash && this.#equals(term, text, start, end)) return term;
    }
  }

  /** A term by its number. */
  text(term: number): string {
    const units = this.#units.subarray(this.#startOf(term), this.#ends[term]!);
    let text = '';
    for (let at = 0; at < units.length; at += PIECE) text += String.fromCharCode(...units.subarray(at, at + PIECE));
    return text;
  }

  clear(): void {
    this.#table.fill(0);
    this.#used = 0;
    this.count = 0;
  }

  #startOf(term: number): number {
    return term === 0 ? 0 : this.#ends[term - 1]!;
  }

  #equals(term: number, text: string, start: number, end: number): boolean {
    const from = this.#startOf(term);
    if (this.#ends[term]! - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#units[from + at - start] !== text.charCodeAt(at)) return false;
    return true;
  }

  #add(text: string, start: number, end: number, hash: number, place: number): number {
    const term = this.count++;
    while (this.#used + end - start > this.#units.length) this.#units = grown(this.#units);
    for (let at = start; at < end; at++) this.#units[this.#used++] = text.charCodeAt(at);
    if (term >= this.#ends.length) {
      this.#ends = grown(this.#ends);
      this.#hashes = grown(this.#hashes);
    }
    this.#ends[term] = this.#used;
    this.#hashes[term] = hash;
    this.#table[place] = term + 1;
    if (this.count * 2 > this.#table.length) this.#spread();
    return term;
  }

  /** A table with more room. */
  #spread(): void {
    this.#table = new Int32Array(this.#table.length * 2);
    const mask = this.#table.length - 1;
    for (let term = 0; term < this.count; term++) {
      let place = this.#hashes[term]! & mask;
      while (this.#table[place] !== 0) place = (place + 1) & mask;
      this.#table[place] = term + 1;
    }
  }
}

/** The same numbers with as much room again behind them. */
export function grown<Numbers extends Uint16Array | Uint32Array | Int32Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
