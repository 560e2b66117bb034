import type { ByteWriter } from './byte-writer.js';
import { eachPosting, writePostings } from './postings.js';
import { grown } from './term-numbers.js';

/** Collects the postings of one term from several runs, and writes them in the order of their positions. */
export class GatheredPostings {
  #positions = new Uint32Array(1_024);
  #counts = new Uint32Array(1_024);
  /** A second buffer, into which runs are merged. */
  #merged = { positions: new Uint32Array(1_024), counts: new Uint32Array(1_024) };
  /** The start of each run of ascending positions. */
  #stretches: number[] = [];
  length = 0;

  /** `positions` maps the numbers of the documents there to those here; documents with a negative number are left out. */
  add(bytes: Uint8Array, limit: number, positions: ArrayLike<number> | undefined): void {
    eachPosting(bytes, limit, (given, count) => {
      const position = positions === undefined ? given : positions[given]!;
      if (position < 0) return;
      if (this.length === this.#positions.length) {
        this.#positions = grown(this.#positions);
        this.#counts = grown(this.#counts);
      }
      if (this.length === 0 || position <= this.#positions[this.length - 1]!) this.#stretches.push(this.length);
      this.#positions[this.length] = position;
      this.#counts[this.length] = count;
      this.length += 1;
    });
  }

  /** Writes the postings and clears them. */
  write(writer: ByteWriter): void {
    while (this.#stretches.length > 1) this.#mergePairs();
    writePostings(writer, this.#positions, this.#counts, 0, this.length);
    this.length = 0;
    this.#stretches = [];
  }

  /** Merges every two adjacent ascending runs into one. */
  #mergePairs(): void {
    while (this.#merged.counts.length < this.length)
      this.#merged = { positions: grown(this.#merged.positions), counts: grown(this.#merged.counts) };
    const { positions, counts } = this.#merged;
    const starts = this.#stretches.filter((_, at) => at % 2 === 0);
    let next = 0;
    for (const [at, start] of starts.entries()) {
      const end = starts[at + 1] ?? this.length;
      const middle = this.#stretches[at * 2 + 1] ?? end;
      let [left, right] = [start, middle];
      while (next < end) {
        const isLeft = right === end || (left < middle && this.#positions[left]! < this.#positions[right]!);
        const from = isLeft ? left++ : right++;
        positions[next] = this.#positions[from]!;
        counts[next] = this.#counts[from]!;
        next += 1;
      }
    }
    this.#merged = { positions: this.#positions, counts: this.#counts };
    this.#positions = positions;
    this.#counts = counts;
    this.#stretches = starts;
  }
}
