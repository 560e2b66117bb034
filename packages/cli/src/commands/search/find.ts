import { type Candidate, type Field, rankedMatches } from '@concord/engine';

/** The candidates that match a pattern, or an expression, best first. */
export async function findMatches(
  candidates: readonly Candidate[],
  pattern: string,
  fields: readonly Field[],
  isExpression: boolean,
): Promise<readonly Candidate[]> {
  if (!isExpression) return rankedMatches(candidates, pattern, fields);
  const { matchExpression } = await import('./expression.js');
  return matchExpression(candidates, pattern, fields);
}
