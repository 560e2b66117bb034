import type { OpenCache } from '../store/open-cache.js';
import type { Signature } from '../store/signature.js';
import type { DocumentIndex } from './document-index.js';
import { IndexDoubt } from './doubt.js';
import type { TermPostings, TermSource } from './run.js';
import { withSidecar } from './sidecar.js';
import { wholeIndex } from './sidecar-read.js';
import { readSourceRecords, type SourceRecord } from './source-records.js';

/** A source whose document may be taken over from a cache. */
export interface RecordedSource extends SourceRecord {
  /** The place of its document in the manifest of that cache. */
  readonly position: number;
  readonly version: string;
  /** What its document file looked like. */
  readonly fileSignature: Signature;
}

/** What a build can take over from the one before. */
export interface Reusable {
  /** When that build began, in milliseconds. */
  readonly startedAt: number;
  readonly sources: readonly RecordedSource[];
  /** The words of all its documents, by their positions in its manifest. */
  readonly words: TermSource;
}

/** What the sidecar of a cache tells the next build; undefined when there is none that fits, or when its writer saw no sources. */
export function readReusable(path: string, cache: Pick<OpenCache, 'manifest' | 'manifestBytes'>): Reusable | undefined {
  return withSidecar(path, sidecar => {
    if (!sidecar.fits(cache)) return undefined;
    const records = readSourceRecords(sidecar.section('sources').whole());
    if (records.length !== sidecar.header.documents) return undefined;
    const index = wholeIndex(sidecar);
    const sources = records.map((record, position) => ({
      ...record,
      position,
      version: cache.manifest.documents[position]!.version,
      fileSignature: index.documents.signature(position),
    }));
    return { startedAt: sidecar.header.started_at, sources, words: wordsOf(index) };
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
        if (offset + length > postings.length) throw new IndexDoubt('the postings of a term are missing');
        yield { term, postings: postings.subarray(offset, offset + length) };
      }
      return undefined;
    },
  };
}
