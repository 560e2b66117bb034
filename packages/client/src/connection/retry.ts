import type { ConnectionProblem } from './connection.js';
import type { Deadline } from './deadline.js';
import { PassingProblem } from './problems.js';

/** How often something is tried again unless the entry says otherwise. */
export const defaultRetries = 3;

const waits: readonly number[] = [250, 500, 1_000];

/** How long to wait before try number `attempt` (from 0) is repeated: varied by a quarter, so that many clients do not retry at once. */
export function waitBefore(attempt: number, random: () => number = Math.random): number {
  const base = waits[Math.min(attempt, waits.length - 1)]!;
  return Math.round(base * (0.75 + random() / 2));
}

/**
 * Waits until a retry may start and returns true. False when there is none: the problem is not temporary, the retries are used up, or the
 * wait would end past the deadline.
 */
export async function mayTryAgain(
  problem: ConnectionProblem,
  attempt: number,
  retries: number,
  deadline: Deadline,
): Promise<boolean> {
  if (!(problem instanceof PassingProblem)) return false;
  if (attempt >= Math.min(retries, problem.remedy.atMost ?? retries)) return false;
  const wait = Math.max(problem.remedy.afterMs ?? 0, waitBefore(attempt));
  if (wait >= deadline.remainingMs) return false;
  await deadline.wait(wait);
  return !deadline.over;
}
