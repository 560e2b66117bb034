import type { JsonObject } from '@concord/contract';
import { type CommandFailure, exitCodeOf, kindOf } from '../command/failure.js';
import type { Reached } from '../open/each-server.js';

type Failed = Reached<unknown> & { readonly failed: CommandFailure };

const isFailed = (each: Reached<unknown>): each is Failed => 'failed' in each;

/** Success when anybody answered; otherwise, or where one failure is enough, the code of the first that failed. */
export function exitCodeOfAll(reached: readonly Reached<unknown>[], strict: boolean): number {
  const failed = reached.filter(isFailed);
  if (failed.length === 0 || (failed.length < reached.length && !strict)) return 0;
  return exitCodeOf(failed[0]!.failed.failure);
}

/** The members a server that could not be reached has in every list. */
export function failedMembers({ failed }: { readonly failed: CommandFailure }): JsonObject {
  const [problem] = failed.failure.problems;
  return {
    error: problem.message,
    error_kind: kindOf(failed.failure),
    ...(problem.hint !== undefined && { error_hint: problem.hint }),
  };
}

/** How many servers there are, and how many answered. */
export function totals(reached: readonly Reached<unknown>[]) {
  const failed = reached.filter(isFailed).length;
  return { total_servers: reached.length, connected_servers: reached.length - failed, failed_servers: failed };
}
