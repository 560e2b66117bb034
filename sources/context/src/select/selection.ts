/** A document of a result, as it is printed. */
export interface SelectedDocument {
  readonly id: string;
  readonly version: string;
  readonly content: string;
  readonly score: number;
  readonly tokens: number;
  readonly termMatches: number;
  readonly totalWords: number;
}

/** The answer to a query. `documents` is read one by one, because a result can be larger than any string. */
export interface Selection {
  readonly query: string;
  readonly queryTerms: readonly string[];
  readonly budget: bigint;
  readonly tokensUsed: number;
  readonly considered: number;
  readonly selected: number;
  readonly excluded: number;
  readonly documents: Iterable<SelectedDocument>;
}
