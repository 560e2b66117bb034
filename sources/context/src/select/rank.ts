import { type DocumentIndex, postingsOf } from '../index/document-index.js';
import { eachPosting } from '../index/postings.js';
import type { IdOrder } from '../manifest/id-order.js';
import type { Terms } from '../words/count.js';
import { scoreOf } from '../words/score.js';
import { BudgetWalk, type Selected } from './budget.js';
import type { Taken } from './contents.js';

/** The most documents for which place and score fit into one number. */
export const MOST_RANKED = 2 ** 22;

const BEST = 0x7f80_0000;

/** Selects documents without reading them: first those with a term, best score first, then the others by id. */
export function selectFromIndex(index: DocumentIndex, order: IdOrder, terms: Terms, budget: bigint): Selected<Taken> {
  const { words, tokens, count } = index.documents;
  const matches = matchesIn(index, terms);
  const walk = new BudgetWalk(budget);
  const taken: Taken[] = [];
  const visit = (position: number): void => {
    if (!walk.takes(tokens[position]!)) return;
    const [termMatches, totalWords] = [matches[position]!, words[position]!];
    const score = scoreOf(termMatches, totalWords);
    taken.push({ position, score, tokens: tokens[position]!, termMatches, totalWords });
  };
  for (const key of sortedKeys(matches, words, order)) visit(positionAt(key % MOST_RANKED, order));
  for (let place = 0; place < count; place++) {
    const position = positionAt(place, order);
    if (matches[position] === 0) visit(position);
  }
  return { taken, tokensUsed: walk.tokensUsed, excluded: walk.excluded };
}

/** The number of term matches in each document. */
function matchesIn(index: DocumentIndex, { weights }: Terms): Float64Array {
  const { count } = index.documents;
  const matches = new Float64Array(count);
  for (const [term, weight] of weights)
    eachPosting(postingsOf(index, term), count, (position, times) => {
      matches[position]! += times * weight;
    });
  return matches;
}

const positionAt = (place: number, order: IdOrder): number => (order === undefined ? place : order.at[place]!);

/** One sort key for each document with a match: best score first, then by id. */
function sortedKeys(matches: Float64Array, words: Uint32Array, order: IdOrder): Float64Array {
  let length = 0;
  for (const each of matches) if (each > 0) length += 1;
  const keys = new Float64Array(length);
  const score = new Float32Array(1);
  const bits = new Uint32Array(score.buffer);
  let next = 0;
  for (let position = 0; position < matches.length; position++) {
    if (matches[position] === 0) continue;
    score[0] = scoreOf(matches[position]!, words[position]!);
    // The bit patterns of positive floats sort like the floats.
    const place = order === undefined ? position : order.placeOf[position]!;
    keys[next++] = (BEST - bits[0]!) * MOST_RANKED + place;
  }
  return keys.sort();
}
