import { setImmediate as turn } from 'node:timers/promises';
import type { StopSignal } from '@concord/engine';
import { readChecked } from '../store/checked-document.js';
import type { OpenCache } from '../store/open-cache.js';
import { countWords, termsOf, type WordCount } from '../words/count.js';
import { words } from '../words/words.js';
import { withinBudget } from './budget.js';
import { compareRanked } from './order.js';
import { scoreOf, tokensOf } from './score.js';
import type { SelectedDocument, Selection } from './selection.js';

/** How long a scan works before it lets others have a turn. */
const TURN_MS = 20;

/** What is asked of a cache. */
export interface Question {
  readonly query: string;
  readonly budget: bigint;
}

interface Found extends WordCount {
  readonly id: string;
  readonly position: number;
  readonly score: number;
  readonly tokens: number;
}

/** Answers by reading every document: the slow way, and the one that decides what is right. Ends with the signal's reason when it fires. */
export async function scan(cache: OpenCache, { query, budget }: Question, signal?: StopSignal): Promise<Selection> {
  const queryTerms = words(query);
  const terms = termsOf(queryTerms);
  const found: Found[] = [];
  let until = performance.now() + TURN_MS;
  for (const [position, entry] of cache.manifest.documents.entries()) {
    const { document, contentBytes } = readChecked(cache.files, entry);
    const counted = countWords(document.content, terms);
    const score = scoreOf(counted.termMatches, counted.totalWords);
    found.push({ ...counted, id: document.id, position, score, tokens: tokensOf(contentBytes) });
    if (performance.now() < until) continue;
    await turn();
    signal?.throwIfAborted();
    until = performance.now() + TURN_MS;
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
    documents: { [Symbol.iterator]: () => contentsOf(cache, taken) },
  };
}

/** Reads the documents of a result again, one by one: together they may be larger than memory. */
function* contentsOf(cache: OpenCache, taken: readonly Found[]): Generator<SelectedDocument> {
  for (const { position, score, tokens, termMatches, totalWords } of taken) {
    const { document } = readChecked(cache.files, cache.manifest.documents[position]!);
    const { id, version, content } = document;
    yield { id, version, content, score, tokens, termMatches, totalWords };
  }
}
