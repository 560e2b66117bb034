import type { OpenCache } from '../cache/open-cache.js';
import { Signatures } from '../cache/signature.js';
import type { DocumentIndex } from '../index/document-index.js';
import type { TermPostings, TermSource } from '../index/run.js';
import { UnusableIndex } from '../index/unusable-index.js';
import { withSidecar } from './sidecar.js';
import { wholeIndex } from './sidecar-read.js';
import { readSourceRecords, type SourceRecords } from './source-records.js';

/** What a build can reuse of the previous one, by the positions of documents in its manifest. */
export interface Reusable {
  /** When that build began, in milliseconds. */
  readonly startedAt: number;
  readonly sources: SourceRecords;
  /** The signatures of the document files. */
  readonly files: Signatures;
  readonly words: TermSource;
}

/**
 * What the sidecar of a cache has for the next build. Undefined when there is no matching one, when it has no source records, or
 * when documents are not in the order of their ids: words can be reused only where the order stays the same.
 */
export function readReusable(path: string, cache: Pick<OpenCache, 'manifest' | 'manifestBytes'>): Reusable | undefined {
  return withSidecar(path, sidecar => {
    const { documents: count, in_order: isOrdered, started_at: startedAt } = sidecar.header;
    const section = sidecar.section('sources');
    if (!sidecar.fits(cache) || !isOrdered || (section.length === 0 && count > 0)) return undefined;
    const sources = readSourceRecords(section.whole(), count);
    const index = wholeIndex(sidecar);
    return { startedAt, sources, files: new Signatures(index.documents.signatures), words: wordsOf(index) };
  });
}

function wordsOf({ documents, terms, postings }: DocumentIndex): TermSource {
  return {
    documents: Array.from(documents.words, (words, position) => ({
      position,
      words,
      tokens: documents.tokens[position]!,
    })),
    *terms(): Generator<TermPostings, undefined> {
      for (const { term, offset, length } of terms.all()) {
        if (offset + length > postings.length) throw new UnusableIndex('the postings of a term are missing');
        yield { term, postings: postings.subarray(offset, offset + length) };
      }
      return undefined;
    },
  };
}
