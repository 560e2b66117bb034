import { textOfUnits } from '../words/code-units.js';

/** Numbers terms by first occurrence. A hash table of code units, which keeps no strings alive. */
export class TermNumbers {
  #units = new Uint16Array(65_536);
  #ends = new Uint32Array(4_096);
  /** Pairs of term number plus one and hash, with linear probing. */
  #table = new Int32Array(32_768);
  #used = 0;
  count = 0;

  /** The code units of all terms together. */
  get size(): number {
    return this.#used;
  }

  /** The number of the term at `start` to `end` of some code units; a new number for a new term. */
  numberOf(units: Uint16Array, start: number, end: number, hash: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    for (let place = (hash << 1) & mask; ; place = (place + 2) & mask) {
      const term = table[place]! - 1;
      if (term < 0) return this.#add(units, start, end, hash, place);
      if (table[place + 1] === hash && this.#equals(term, units, start, end)) return term;
    }
  }

  /** All terms, in the order of their numbers. */
  texts(): string[] {
    const all = textOfUnits(this.#units.subarray(0, this.#used));
    return Array.from({ length: this.count }, (_, term) => all.slice(this.#startOf(term), this.#ends[term]!));
  }

  clear(): void {
    this.#table.fill(0);
    this.#used = 0;
    this.count = 0;
  }

  #startOf(term: number): number {
    return term === 0 ? 0 : this.#ends[term - 1]!;
  }

  #equals(term: number, units: Uint16Array, start: number, end: number): boolean {
    const own = this.#units;
    const from = this.#startOf(term);
    if (this.#ends[term]! - from !== end - start) return false;
    for (let at = start; at < end; at++) if (own[from + at - start] !== units[at]) return false;
    return true;
  }

  #add(units: Uint16Array, start: number, end: number, hash: number, place: number): number {
    const term = this.count++;
    while (this.#used + end - start > this.#units.length) this.#units = grown(this.#units);
    for (let at = start; at < end; at++) this.#units[this.#used++] = units[at]!;
    if (term >= this.#ends.length) this.#ends = grown(this.#ends);
    this.#ends[term] = this.#used;
    this.#table[place] = term + 1;
    this.#table[place + 1] = hash;
    if (this.count * 4 > this.#table.length) this.#spread();
    return term;
  }

  /** Doubles the hash table. */
  #spread(): void {
    const before = this.#table;
    const table = new Int32Array(before.length * 2);
    const mask = table.length - 1;
    for (let from = 0; from < before.length; from += 2) {
      if (before[from] === 0) continue;
      let place = (before[from + 1]! << 1) & mask;
      while (table[place] !== 0) place = (place + 2) & mask;
      table[place] = before[from]!;
      table[place + 1] = before[from + 1]!;
    }
    this.#table = table;
  }
}

/** A copy of the numbers with twice the length. */
export function grown<Numbers extends Uint16Array | Uint32Array | Int32Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
