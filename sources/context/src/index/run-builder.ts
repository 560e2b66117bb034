import { randomInt } from 'node:crypto';
import { tokensOf } from '../words/score.js';
import { compareUtf8 } from '../words/utf8-order.js';
import { WordUnits } from '../words/word-units.js';
import { ByteWriter } from './byte-writer.js';
import { writePostings } from './postings.js';
import { grown, TermNumbers } from './term-numbers.js';

/**
 * Collects the words of documents into a run: the counts of each document, then all terms in byte order with their postings.
 * Documents must be added in the order of their positions.
 */
export class RunBuilder {
  // A random seed, so that nobody can choose words whose hashes collide.
  readonly #words = new WordUnits(randomInt(2 ** 32));
  readonly #numbers = new TermNumbers();
  readonly #documents = new ByteWriter();
  /** One entry for each term of each document, in the order of occurrence. */
  #terms = new Uint32Array(65_536);
  #positions = new Uint32Array(65_536);
  #counts = new Uint32Array(65_536);
  #length = 0;
  /** The last entry of each term, and its position plus one. */
  #last = new Uint32Array(4_096);
  #lastPosition = new Uint32Array(4_096);
  documentCount = 0;

  /** The approximate memory in use, in bytes. */
  get bytes(): number {
    return this.#length * 12 + this.#numbers.size * 2 + this.#numbers.count * 16 + this.#documents.length;
  }

  add(position: number, content: string): void {
    let words = 0;
    this.#words.each(content.toLowerCase(), (units, start, end, hash) => {
      words += 1;
      this.#count(this.#numbers.numberOf(units, start, end, hash), position);
    });
    this.#documents.u32(position);
    this.#documents.u32(words);
    this.#documents.u32(tokensOf(Buffer.byteLength(content)));
    this.documentCount += 1;
  }

  #count(term: number, position: number): void {
    while (term >= this.#last.length) {
      this.#last = grown(this.#last);
      this.#lastPosition = grown(this.#lastPosition);
    }
    if (this.#lastPosition[term] === position + 1) {
      this.#counts[this.#last[term]!]! += 1;
      return;
    }
    if (this.#length === this.#terms.length) {
      this.#terms = grown(this.#terms);
      this.#positions = grown(this.#positions);
      this.#counts = grown(this.#counts);
    }
    this.#terms[this.#length] = term;
    this.#positions[this.#length] = position;
    this.#counts[this.#length] = 1;
    this.#last[term] = this.#length;
    this.#lastPosition[term] = position + 1;
    this.#length += 1;
  }

  /** The run of everything added since the last call. Empties the builder. */
  take(): Buffer {
    const writer = new ByteWriter();
    writer.u32(this.documentCount);
    writer.bytes(this.#documents.view());
    const { starts, positions, counts } = this.#byTerm();
    const names = this.#numbers.texts();
    const list = new ByteWriter();
    for (const term of orderOf(names)) {
      list.clear();
      const [from, to] = [starts[term]!, starts[term + 1]!];
      writePostings(list, positions, counts, from, to);
      writer.text(names[term]!);
      writer.varint(list.length);
      writer.bytes(list.view());
    }
    this.#clear();
    return writer.view();
  }

  /** The entries sorted by term, then by position. */
  #byTerm() {
    const starts = new Uint32Array(this.#numbers.count + 1);
    for (let at = 0; at < this.#length; at++) starts[this.#terms[at]! + 1]! += 1;
    for (let term = 0; term < this.#numbers.count; term++) starts[term + 1]! += starts[term]!;
    const next = starts.slice();
    const positions = new Uint32Array(this.#length);
    const counts = new Uint32Array(this.#length);
    for (let at = 0; at < this.#length; at++) {
      const place = next[this.#terms[at]!]!++;
      positions[place] = this.#positions[at]!;
      counts[place] = this.#counts[at]!;
    }
    return { starts, positions, counts };
  }

  #clear(): void {
    this.#numbers.clear();
    this.#documents.clear();
    this.#lastPosition.fill(0);
    this.#length = 0;
    this.documentCount = 0;
  }
}

/** The indexes of texts, sorted by the bytes of the texts. */
function orderOf(names: readonly string[]): readonly number[] {
  const places = new Map(names.map((name, place) => [name, place]));
  // Sorting by code units without a compare function is several times as fast, and the same order where there are no surrogates.
  const hasSurrogates = names.some(name => /[\ud800-\udfff]/.test(name));
  return (hasSurrogates ? names.toSorted(compareUtf8) : names.toSorted()).map(name => places.get(name)!);
}
