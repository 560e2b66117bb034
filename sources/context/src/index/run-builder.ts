import { tokensOf } from '../select/score.js';
import { compareUtf8 } from '../select/utf8-order.js';
import { eachWord } from '../words/words.js';
import { ByteWriter } from './byte-writer.js';
import { writePostings } from './postings.js';
import { grown, TermArena } from './term-arena.js';

/**
 * Gathers the words of documents and gives them as a run: what is known of each document, then all terms in the order of their
 * bytes with their postings. Documents must come in the order of their positions.
 */
export class RunBuilder {
  readonly #arena = new TermArena();
  readonly #documents = new ByteWriter();
  /** One entry for each term of each document, in the order they were met. */
  #terms = new Uint32Array(65_536);
  #positions = new Uint32Array(65_536);
  #counts = new Uint32Array(65_536);
  #length = 0;
  /** The last entry of each term, plus one. */
  #last = new Uint32Array(4_096);
  documentCount = 0;

  /** About how many bytes are held. */
  get bytes(): number {
    return this.#length * 12 + this.#arena.size * 2 + this.#arena.count * 16 + this.#documents.length;
  }

  add(position: number, content: string): void {
    let words = 0;
    eachWord(content.toLowerCase(), (lower, start, end) => {
      words += 1;
      this.#count(this.#arena.numberOf(lower, start, end), position);
    });
    this.#documents.u32(position);
    this.#documents.u32(words);
    this.#documents.u32(tokensOf(Buffer.byteLength(content)));
    this.documentCount += 1;
  }

  #count(term: number, position: number): void {
    while (term >= this.#last.length) this.#last = grown(this.#last);
    const last = this.#last[term]!;
    if (last > 0 && this.#positions[last - 1] === position) {
      this.#counts[last - 1]! += 1;
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
    this.#length += 1;
    this.#last[term] = this.#length;
  }

  /** The run of all that was added since the last; the builder is empty then. */
  take(): Buffer {
    const writer = new ByteWriter();
    writer.u32(this.documentCount);
    writer.bytes(this.#documents.view());
    const { starts, positions, counts } = this.#byTerm();
    const names = Array.from({ length: this.#arena.count }, (_, term) => this.#arena.text(term));
    const order = names.map((_, term) => term).sort((one, other) => compareUtf8(names[one]!, names[other]!));
    const list = new ByteWriter();
    for (const term of order) {
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
    this.#last.fill(0);
    this.#length = 0;
    this.documentCount = 0;
  }
}
