/** The share of a document's words that match the query, in single precision; 0 for a document without words. */
export function scoreOf(termMatches: number, totalWords: number): number {
  return totalWords === 0 ? 0 : Math.fround(Math.fround(termMatches) / Math.fround(totalWords));
}

/** The tokens that a content counts against the budget. */
export function tokensOf(contentBytes: number): number {
  return Math.ceil(contentBytes / 4);
}
