import type { Json, JsonObject } from '../json.js';
import type { Facts, Failure, Outcome } from '../outcome.js';
import { classifyIn, milliseconds } from './numbers.js';

const MAX_PROBLEMS = 50;

/** What a summary says of a call besides its outcome. */
type ReportedFacts = Pick<
  Facts,
  'requestId' | 'durationMs' | 'state' | 'redactions' | 'truncated' | 'unredacted' | 'notes'
>;

/** The typed summary that goes with every result of every tool, whatever its dialect. Says nothing of contents. */
export function report(outcome: Outcome, facts: ReportedFacts): JsonObject {
  // Set one by one, because every call passes here.
  const made: Record<string, Json> = {
    ok: outcome.ok,
    requestId: facts.requestId,
    durationMs: milliseconds(facts),
    state: facts.state,
    problems: outcome.ok ? [] : problemsOf(outcome),
  };
  // Only the first are told; then this says how many there were.
  if (!outcome.ok && outcome.problems.length > MAX_PROBLEMS) made.problemCount = outcome.problems.length;
  made.redactions = facts.redactions;
  made.truncated = facts.truncated;
  if (facts.unredacted === true) made.unredacted = true;
  const retryAfterMs = outcome.ok ? undefined : waitOf(outcome);
  if (retryAfterMs !== undefined) made.retryAfterMs = retryAfterMs;
  return facts.notes === undefined ? made : { ...made, ...facts.notes };
}

/** The longest of the waits its problems name. */
function waitOf({ problems }: Failure): number | undefined {
  let longest: number | undefined;
  for (const { retryAfterMs } of problems)
    if (retryAfterMs !== undefined && !(retryAfterMs <= (longest ?? -1))) longest = retryAfterMs;
  return longest;
}

function problemsOf(failure: Failure): Json {
  return failure.problems.slice(0, MAX_PROBLEMS).map(problem => {
    const { code, category, retryable } = classifyIn(failure, problem);
    return { kind: problem.kind, code, category, retryable };
  });
}
