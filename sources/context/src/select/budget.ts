/** A document with its token count. */
export interface Counted {
  readonly tokens: number;
}

export interface Selected<Document> {
  readonly taken: readonly Document[];
  readonly tokensUsed: number;
  readonly excluded: number;
}

/** Takes documents in their order as long as they fit the budget. One that does not fit is left out, and later ones may still fit. */
export class BudgetWalk {
  readonly #most: number;
  tokensUsed = 0;
  excluded = 0;

  constructor(budget: bigint) {
    // No cache has so many tokens that a larger budget would matter.
    this.#most = budget > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(budget);
  }

  /** Whether a document is taken. */
  takes(tokens: number): boolean {
    if (this.tokensUsed + tokens <= this.#most) {
      this.tokensUsed += tokens;
      return true;
    }
    this.excluded += 1;
    return false;
  }
}

/** The documents that fit a budget, taken in their order. */
export function withinBudget<Document extends Counted>(
  ordered: Iterable<Document>,
  budget: bigint,
): Selected<Document> {
  const walk = new BudgetWalk(budget);
  const taken: Document[] = [];
  for (const document of ordered) if (walk.takes(document.tokens)) taken.push(document);
  return { taken, tokensUsed: walk.tokensUsed, excluded: walk.excluded };
}
