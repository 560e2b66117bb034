import type { OpenCache } from '../cache/open-cache.js';
import type { DocumentIndex } from '../index/document-index.js';
import { TermTable } from '../index/term-table.js';
import { type Sidecar, withSidecar } from './sidecar.js';

/** The whole index from the sidecar of a cache; undefined when there is no valid sidecar for exactly this manifest. */
export function readSidecar(
  path: string,
  cache: Pick<OpenCache, 'manifest' | 'manifestBytes'>,
): DocumentIndex | undefined {
  return withSidecar(path, sidecar => (sidecar.fits(cache) ? wholeIndex(sidecar) : undefined));
}

/** The whole index of a sidecar. */
export function wholeIndex(sidecar: Sidecar): DocumentIndex {
  return {
    documents: sidecar.documents(),
    terms: new TermTable(sidecar.section('terms').whole()),
    postings: sidecar.section('postings').whole(),
  };
}
