import type { OpenCache } from '../cache/open-cache.js';
import type { DocumentIndex } from '../index/document-index.js';
import { TermTable } from '../index/term-table.js';
import { type Sidecar, withSidecar } from './sidecar.js';

/** The index in the sidecar of a cache, all of it in memory; undefined when there is none that fits it in every byte. */
export function readSidecar(
  path: string,
  cache: Pick<OpenCache, 'manifest' | 'manifestBytes'>,
): DocumentIndex | undefined {
  return withSidecar(path, sidecar => (sidecar.fits(cache) ? wholeIndex(sidecar) : undefined));
}

/** All that a sidecar knows of documents and words. */
export function wholeIndex(sidecar: Sidecar): DocumentIndex {
  return {
    documents: sidecar.documents(),
    terms: new TermTable(sidecar.section('terms').whole()),
    postings: sidecar.section('postings').whole(),
  };
}
