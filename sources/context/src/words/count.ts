import { eachWord } from './words.js';

/** The terms of a query: how often each was given, and how long the longest is. */
export interface Terms {
  readonly weights: ReadonlyMap<string, number>;
  readonly longest: number;
}

export interface WordCount {
  readonly totalWords: number;
  readonly termMatches: number;
}

export function termsOf(terms: readonly string[]): Terms {
  const weights = new Map<string, number>();
  let longest = 0;
  for (const term of terms) {
    weights.set(term, (weights.get(term) ?? 0) + 1);
    longest = Math.max(longest, term.length);
  }
  return { weights, longest };
}

/** Counts the words of a text, and how many entries of the query they equal: a term that was given twice counts twice. */
export function countWords(text: string, { weights, longest }: Terms): WordCount {
  let totalWords = 0;
  let termMatches = 0;
  eachWord(text.toLowerCase(), (lower, start, end) => {
    totalWords += 1;
    // A word that is longer than every term is not worth cutting out.
    if (end - start <= longest) termMatches += weights.get(lower.slice(start, end)) ?? 0;
  });
  return { totalWords, termMatches };
}
