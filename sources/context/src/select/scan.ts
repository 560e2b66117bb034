import type { StopSignal } from '@concord/engine';
import { readChecked } from '../cache/checked-document.js';
import type { OpenCache } from '../cache/open-cache.js';
import { Pace } from '../event-loop/pace.js';
import { countWords, termsOf } from '../words/count.js';
import { scoreOf, tokensOf } from '../words/score.js';
import { compareUtf8 } from '../words/utf8-order.js';
import { words } from '../words/words.js';
import { withinBudget } from './budget.js';
import { contentsOf, type Taken } from './contents.js';
import type { Selection } from './selection.js';

/** What is asked of a cache. */
export interface Question {
  readonly query: string;
  readonly budget: bigint;
}

interface Found extends Taken {
  readonly id: string;
}

/** Answers by reading every document. This is the reference that faster ways must match. Rejects with the signal's reason when it fires. */
export async function scan(cache: OpenCache, { query, budget }: Question, signal?: StopSignal): Promise<Selection> {
  const queryTerms = words(query);
  const terms = termsOf(queryTerms);
  const found: Found[] = [];
  const pace = new Pace(signal);
  for (const [position, entry] of cache.manifest.documents.entries()) {
    const { document, contentBytes } = readChecked(cache.files, entry);
    const counted = countWords(document.content, terms);
    const score = scoreOf(counted.termMatches, counted.totalWords);
    found.push({ ...counted, id: document.id, position, score, tokens: tokensOf(contentBytes) });
    if (pace.isDue) await pace.turn();
  }
  const { taken, tokensUsed, excluded } = withinBudget(found.sort(compareRanked), budget);
  return {
    query,
    queryTerms,
    budget,
    tokensUsed,
    considered: found.length,
    selected: taken.length,
    excluded,
    documents: await contentsOf(cache, taken, terms, pace),
  };
}

/** What the order of documents depends on. */
interface Ranked {
  readonly id: string;
  readonly score: number;
  /** Its place in the manifest. */
  readonly position: number;
}

/** Best score first, then by the bytes of the id, then as the manifest has them. */
function compareRanked(one: Ranked, other: Ranked): number {
  return other.score - one.score || compareUtf8(one.id, other.id) || one.position - other.position;
}
