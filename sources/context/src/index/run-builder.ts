import { randomInt } from 'node:crypto';
import { tokensOf } from '../words/score.js';
import { compareUtf8 } from '../words/utf8-order.js';
import { WordUnits } from '../words/word-units.js';
import { ByteWriter } from './byte-writer.js';
import { writePostings } from './postings.js';
import { grown, TermArena } from './term-numbers.js';

/**
 * Gathers the words of documents and gives them as a run: what is known of each document, then all terms in the order of their
 * bytes with their postings. Documents must come in the order of their positions.
 */
export class RunBuilder {
  // Nobody can choose words that all fall into the same place of a table that is different every time.
  readonly #words = new WordUnits(randomInt(2 ** 32));
  readonly #arena = new TermArena();
  readonly #documents = new ByteWriter();
  /** One entry for each term of each document, in the order they were met. */
  #terms = new Uint32Array(65_536);
  #positions = new Uint32Array(65_536);
  #counts = new Uint32Array(65_536);
  #length = 0;
  /** The last entry of each term, and its position plus one. */
  #last = new Uint32Array(4_096);
  #lastPosition = new Uint32Array(4_096);
  documentCount = 0;

  /** About how many bytes are held. */
  get bytes(): number {
    return this.#length * 12 + this.#arena.size * 2 + this.#arena.count * 16 + this.#documents.length;
  }

  add(position: number, content: string): void {
    let words = 0;
    this.#words.each(content.toLowerCase(), (units, start, end, hash) => {
      words += 1;
      this.#count(this.#arena.numberOf(units, start, end, hash), position);
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

  /** The run of all that was added since the last; the builder is empty then. */
  take(): Buffer {
    const writer = new ByteWriter();
    writer.u32(this.documentCount);
    writer.bytes(this.#documents.view());
    const { starts, positions, counts } = this.#byTerm();
    const names = this.#arena.texts();
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

  /** The entries sorted by term, those of one term still in the order of their positions. */
  #byTerm() {
    const starts = new Uint32Array(this.#arena.count + 1);
    for (let at = 0; at < this.#length; at++) starts[this.#terms[at]! + 1]! += 1;
    for (let term = 0; term < this.#arena.count; term++) starts[term + 1]! += starts[term]!;
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
    this.#arena.clear();
    this.#documents.clear();
    this.#lastPosition.fill(0);
    this.#length = 0;
    this.documentCount = 0;
  }
}

/** The places of texts in the order of their bytes. */
function orderOf(names: readonly string[]): readonly number[] {
  const places = new Map(names.map((name, place) => [name, place]));
  // The platform sorts by code units, several times as fast as by a function, and without surrogates that is the same order.
  const hasSurrogates = names.some(name => /[\ud800-\udfff]/.test(name));
  return (hasSurrogates ? names.toSorted(compareUtf8) : names.toSorted()).map(name => places.get(name)!);
}
