/** What takes part in the walk along the budget. */
export interface Weighed {
  readonly tokens: number;
}

export interface Selected<Document> {
  readonly taken: readonly Document[];
  readonly tokensUsed: number;
  readonly excluded: number;
}

/** Walks documents in their order and takes each that still fits; one that does not is left out, and the walk goes on. */
export function withinBudget<Document extends Weighed>(
  ordered: Iterable<Document>,
  budget: bigint,
): Selected<Document> {
  // No cache holds so many tokens that a larger budget could make a difference.
  const most = budget > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(budget);
  const taken: Document[] = [];
  let tokensUsed = 0;
  let excluded = 0;
  for (const document of ordered) {
    if (tokensUsed + document.tokens <= most) {
      taken.push(document);
      tokensUsed += document.tokens;
    } else excluded += 1;
  }
  return { taken, tokensUsed, excluded };
}
