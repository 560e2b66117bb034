import { type Classification, classify } from '../classify.js';
import type { Facts, Failure, Problem } from '../outcome.js';

/** The exit code of a failure: a whole number other than 0, and -1 where it has no such. */
export function failureExitCode({ exitCode }: Failure): number {
  return Number.isSafeInteger(exitCode) && exitCode !== 0 ? exitCode : -1;
}

/** The exit code of one problem of a failure: its own, else the failure's. */
export function problemExitCode({ exitCode }: Problem, failure: Failure): number {
  // Adding 0 makes a negative zero an ordinary one: JSON cannot tell them apart.
  return exitCode !== undefined && Number.isSafeInteger(exitCode) ? exitCode + 0 : failureExitCode(failure);
}

/** What the catalog says about one problem of a failure. */
export function classifyIn(failure: Failure, problem: Problem): Classification {
  const exitCode = problemExitCode(problem, failure);
  return classify(problem.exitCode === exitCode ? problem : { ...problem, exitCode }, exitCode);
}

/** Whole milliseconds, never negative. */
export function milliseconds({ durationMs }: Pick<Facts, 'durationMs'>): number {
  return Number.isFinite(durationMs) ? Math.max(0, Math.round(durationMs)) : 0;
}

/** How often a call was tried again; undefined when it was not. */
export function retries({ retryCount }: Facts): number | undefined {
  return retryCount !== undefined && Number.isSafeInteger(retryCount) && retryCount > 0 ? retryCount : undefined;
}
