import { exceptionLine } from '@concord/engine';

const LONGEST_LAST_WORDS = 500;

/** A message in one line, and what the server behind it has said last: its exception, or the last line it has written to stderr. */
export function withLastWords(message: string, stderrTail: readonly string[] = []): string {
  const last = (exceptionLine(stderrTail) ?? stderrTail.at(-1))?.trim();
  return last === undefined ? message : `${message}: ${last.slice(0, LONGEST_LAST_WORDS)}`;
}
