import type { Pace } from '../event-loop/pace.js';
import { ByteWriter } from './byte-writer.js';
import { DocumentTable } from './document-table.js';
import { GatheredPostings } from './gathered-postings.js';
import type { TermPostings, TermSource } from './run.js';
import type { Sink } from './sink.js';
import { TermTableWriter } from './term-table.js';
import { UnusableIndex } from './unusable-index.js';

/** Postings, and the positions of their documents in the manifest; -1 for documents that are left out. */
export interface Mapped {
  readonly source: TermSource;
  /** Unchanged numbers when undefined. The mapping must keep the order of documents. */
  readonly positions?: ArrayLike<number>;
}

/** The outputs for the parts of an index. */
export interface IndexSinks {
  readonly terms: Sink;
  readonly postings: Sink;
}

interface Cursor extends Mapped {
  readonly limit: number;
  /** Its lowest position, which orders runs that have the same term. */
  readonly first: number;
  readonly terms: Iterator<TermPostings, undefined>;
  current: TermPostings;
}

/** Merges runs into one index. Each document of the cache must be in exactly one run. Gives the table of documents, without signatures. */
export async function mergeRuns(
  runs: readonly Mapped[],
  documentCount: number,
  sinks: IndexSinks,
  pace: Pace,
): Promise<DocumentTable> {
  const documents = gatherDocuments(runs, documentCount);
  const table = new TermTableWriter(sinks.terms);
  const gathered = new GatheredPostings();
  const writer = new ByteWriter();
  const heap = openCursors(runs);
  while (heap.length > 0) {
    const { term } = heap[0]!.current;
    while (heap.length > 0 && Buffer.compare(heap[0]!.current.term, term) === 0) {
      const { current, limit, positions } = heap[0]!;
      gathered.add(current.postings, limit, positions);
      advance(heap);
    }
    if (gathered.length > 0) {
      writer.clear();
      gathered.write(writer);
      sinks.postings.write(writer.view());
      table.add(term, writer.length);
    }
    if (pace.isDue) await pace.turn();
  }
  table.finish();
  return documents;
}

function gatherDocuments(runs: readonly Mapped[], count: number): DocumentTable {
  const table = new DocumentTable(count);
  const isKnown = new Uint8Array(count);
  for (const { source, positions } of runs)
    for (const facts of source.documents) {
      const position = positions === undefined ? facts.position : positions[facts.position]!;
      if (position < 0) continue;
      if (position >= count || isKnown[position] === 1) throw new UnusableIndex('a document is there twice');
      isKnown[position] = 1;
      table.words[position] = facts.words;
      table.tokens[position] = facts.tokens;
    }
  if (isKnown.includes(0)) throw new UnusableIndex('a document is missing');
  return table;
}

/** The runs that have terms, as a heap by their current terms. */
function openCursors(runs: readonly Mapped[]): Cursor[] {
  const heap: Cursor[] = [];
  for (const run of runs) {
    const terms = run.source.terms();
    const { value } = terms.next();
    if (value === undefined) continue;
    const limit = run.source.documents.reduce((most, { position }) => Math.max(most, position + 1), 0);
    heap.push({ ...run, limit, first: firstOf(run), terms, current: value });
  }
  for (let at = heap.length >> 1; at >= 0; at--) sink(heap, at);
  return heap;
}

function firstOf({ source, positions }: Mapped): number {
  for (const { position } of source.documents) {
    const mapped = positions === undefined ? position : positions[position]!;
    if (mapped >= 0) return mapped;
  }
  return 0;
}

/** Advances the run at the head of the heap to its next term, and restores the heap. */
function advance(heap: Cursor[]): void {
  const head = heap[0]!;
  const { value } = head.terms.next();
  if (value !== undefined) head.current = value;
  else {
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last === head ? heap[0]! : last;
  }
  sink(heap, 0);
}

function sink(heap: Cursor[], from: number): void {
  for (let at = from; ; ) {
    let least = at;
    for (const child of [at * 2 + 1, at * 2 + 2])
      if (child < heap.length && precedes(heap[child]!, heap[least]!)) least = child;
    if (least === at) return;
    [heap[at], heap[least]] = [heap[least]!, heap[at]!];
    at = least;
  }
}

function precedes(one: Cursor, other: Cursor): boolean {
  return (Buffer.compare(one.current.term, other.current.term) || one.first - other.first) < 0;
}
