import { statSync } from 'node:fs';
import { ByteReader } from './byte-reader.js';
import { WindowedBytes } from './windowed-bytes.js';

/** The word and token counts of a document, with the position it was added under. */
export interface DocumentFacts {
  readonly position: number;
  readonly words: number;
  readonly tokens: number;
}

/** A term with its postings. Valid until the next one is read. */
export interface TermPostings {
  readonly term: Uint8Array;
  readonly postings: Uint8Array;
}

/** A source of postings, term by term in byte order. */
export interface TermSource {
  readonly documents: readonly DocumentFacts[];
  terms(): Iterator<TermPostings, undefined>;
}

type Bytes = Pick<WindowedBytes, 'varint' | 'isAtEnd'> & { take(length: number): Uint8Array };

/** Reads a run that a RunWriter wrote into a file. */
export function runInFile(file: string): TermSource {
  return readRun(new WindowedBytes(file, 0, statSync(file).size));
}

/** Reads a run in memory. */
export function runInMemory(bytes: Buffer): TermSource {
  return readRun(new ByteReader(bytes));
}

function readRun(bytes: Bytes): TermSource {
  const [count] = numbers(bytes.take(4));
  const facts = numbers(bytes.take(count! * 12));
  const documents = Array.from({ length: count! }, (_, at) => ({
    position: facts[at * 3]!,
    words: facts[at * 3 + 1]!,
    tokens: facts[at * 3 + 2]!,
  }));
  return { documents, terms: () => readTerms(bytes) };
}

function* readTerms(bytes: Bytes): Generator<TermPostings, undefined> {
  while (!bytes.isAtEnd) {
    const term = Uint8Array.from(bytes.take(bytes.varint()));
    yield { term, postings: bytes.take(bytes.varint()) };
  }
  return undefined;
}

function numbers(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, true));
}
