import type { DocumentTable } from './document-table.js';
import type { BytesOnDemand, TermTable } from './term-table.js';
import { UnusableIndex } from './unusable-index.js';

/** The index of a cache: which term occurs how often in which document. */
export interface DocumentIndex {
  readonly documents: DocumentTable;
  readonly terms: TermTable;
  readonly postings: BytesOnDemand;
}

/** The postings of a term; empty when no document has it. */
export function postingsOf({ terms, postings }: DocumentIndex, term: string): Uint8Array {
  const found = terms.find(Buffer.from(term));
  if (found === undefined) return NONE;
  const end = found.offset + found.length;
  if (end > postings.length) throw new UnusableIndex('the postings of a term are missing');
  return postings.subarray(found.offset, end);
}

const NONE = new Uint8Array(0);

/** The approximate memory of an index, in bytes. */
export function bytesOf({ documents, terms, postings }: DocumentIndex): number {
  return documents.bytes + terms.bytes.length + postings.length;
}
