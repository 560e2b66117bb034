import { classifyIn, milliseconds } from './dialects/numbers.js';
import type { JsonObject } from './json.js';
import type { Facts, Failure, Outcome } from './outcome.js';

const MAX_PROBLEMS = 50;

/** The typed summary that goes with every result of every tool, whatever its dialect. Says nothing of contents. */
export function report(outcome: Outcome, facts: Facts): JsonObject {
  return {
    ok: outcome.ok,
    requestId: facts.requestId,
    durationMs: milliseconds(facts),
    state: facts.state,
    ...(outcome.ok ? { problems: [] } : problemsOf(outcome)),
    redactions: facts.redactions,
    truncated: facts.truncated,
    ...(facts.unredacted === true && { unredacted: true }),
  };
}

/** The first 50 problems; `problemCount` says how many there were when there were more. */
function problemsOf(failure: Failure): JsonObject {
  const problems = failure.problems.slice(0, MAX_PROBLEMS).map(problem => {
    const { code, category, retryable } = classifyIn(failure, problem);
    return { kind: problem.kind, code, category, retryable };
  });
  const { length } = failure.problems;
  return length > MAX_PROBLEMS ? { problems, problemCount: length } : { problems };
}
