import type { ServerEntry } from '@concord/client';
import type { Failure, JsonObject } from '@concord/contract';
import { type CommandFailure, exitCodeOf, kindOf } from '../command/failure.js';
import { withLastWords } from '../command/last-words.js';
import type { Paint } from './paint.js';
import { padded, visible, widthOf } from './text.js';

/** The answer of one server, or why there is none. */
type Answered = { readonly entry: ServerEntry } & ({ readonly answer: unknown } | { readonly failed: CommandFailure });

const isFailed = (each: Answered): each is Answered & { readonly failed: CommandFailure } => 'failed' in each;

/** The first line of a server in a list: `name  transport  what came of it`. */
export function serverHead({ name, transport }: ServerEntry, width: number, rest: string, paint: Paint): string {
  return `${paint.bold(padded(name, width))}  ${transport}  ${rest}`;
}

/** A server that failed: why, and what to do next. */
export function failedLines(
  entry: ServerEntry,
  { failure }: CommandFailure,
  width: number,
  paint: Paint,
  isTerminal: boolean,
): string[] {
  const { hint } = failure.problems[0];
  const shown = (text: string) => visible(text, isTerminal);
  const head = serverHead(entry, width, `${paint.red('failed:')} ${shown(whyFailed(failure))}`, paint);
  return hint === undefined ? [head] : [head, `${' '.repeat(width)}  next: ${shown(hint)}`];
}

/** Why a server failed, with the line of its stderr that tells most. */
function whyFailed({ problems: [{ message, details }] }: Failure): string {
  const tail = details?.stderrTail;
  return withLastWords(message, typeof tail === 'string' ? tail.split('\n') : []);
}

/** The width the names of servers need. */
export function nameWidth(entries: readonly { readonly entry: ServerEntry }[]): number {
  return Math.max(0, ...entries.map(({ entry }) => widthOf(entry.name)));
}

/** 0 when any server answered; otherwise, or with `strict` when any failed, the exit code of the first failure. */
export function exitCodeOfAll(results: readonly Answered[], strict: boolean): number {
  const failed = results.filter(isFailed);
  if (failed.length === 0 || (failed.length < results.length && !strict)) return 0;
  return exitCodeOf(failed[0]!.failed.failure);
}

/** The members a server that could not be reached has in every list. */
export function failedMembers({ failed }: { readonly failed: CommandFailure }): JsonObject {
  const [problem] = failed.failure.problems;
  return {
    error: whyFailed(failed.failure),
    error_kind: kindOf(failed.failure),
    ...(problem.hint !== undefined && { error_hint: problem.hint }),
  };
}

/** How many servers there are, and how many answered. */
export function totals(results: readonly Answered[]) {
  const failed = results.filter(isFailed).length;
  return { total_servers: results.length, connected_servers: results.length - failed, failed_servers: failed };
}
