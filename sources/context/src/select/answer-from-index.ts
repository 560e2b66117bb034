import type { StopSignal } from '@concord/engine';
import type { OpenCache } from '../cache/open-cache.js';
import { Pace } from '../event-loop/pace.js';
import type { DocumentIndex } from '../index/document-index.js';
import type { IdOrder } from '../manifest/id-order.js';
import { termsOf } from '../words/count.js';
import { words } from '../words/words.js';
import { contentsOf } from './contents.js';
import { selectFromIndex } from './rank.js';
import type { Question } from './scan.js';
import type { Selection } from './selection.js';

/** A cache with an index of it. */
export interface IndexedCache extends Pick<OpenCache, 'files' | 'manifest' | 'signature'> {
  readonly index: DocumentIndex;
  readonly order: IdOrder;
}

/** Answers as a scan would, but reads only the documents of the result. Throws UnusableIndex when one does not match the index. */
export async function answerFromIndex(
  cache: IndexedCache,
  { query, budget }: Question,
  signal?: StopSignal,
): Promise<Selection> {
  const queryTerms = words(query);
  const terms = termsOf(queryTerms);
  const { taken, tokensUsed, excluded } = selectFromIndex(cache.index, cache.order, terms, budget);
  return {
    query,
    queryTerms,
    budget,
    tokensUsed,
    considered: cache.manifest.documents.length,
    selected: taken.length,
    excluded,
    documents: await contentsOf(cache, taken, terms, new Pace(signal)),
  };
}
