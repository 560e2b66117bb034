import type { ServerEntry } from '@concord/client';
import type { CommandFailure } from '../command/failure.js';
import type { Paint } from './paint.js';
import { padded, widthOf } from './text.js';

/** The first line of a server in a list: `name  transport  what came of it`. */
export function serverHead({ name, transport }: ServerEntry, width: number, rest: string, paint: Paint): string {
  return `${paint.bold(padded(name, width))}  ${transport}  ${rest}`;
}

/** A server that failed: why, and what to do next. */
export function failedLines(entry: ServerEntry, { failure }: CommandFailure, width: number, paint: Paint): string[] {
  const [{ message, hint }] = failure.problems;
  const head = serverHead(entry, width, `${paint.red('failed:')} ${message}`, paint);
  return hint === undefined ? [head] : [head, `${' '.repeat(width)}  next: ${hint}`];
}

/** The width the names of servers need. */
export function nameWidth(entries: readonly { readonly entry: ServerEntry }[]): number {
  return Math.max(0, ...entries.map(({ entry }) => widthOf(entry.name)));
}
