import { exceptionLine } from '@concord/engine';

const MOST_LINES = 5;
const LONGEST = 2_000;
/** How much at the end of stderr is searched for an exception. */
const SEARCHED = 65_536;

/** What of stderr says why a tool failed: the exception that ended it, or its first line. */
export function complaintIn(stderr: string): string | undefined {
  return exceptionLine(linesOf(stderr.slice(-SEARCHED)))?.trim() ?? firstLineOf(stderr);
}

/** The first line that is not blank. */
export function firstLineOf(stderr: string): string | undefined {
  return stderr
    .split('\n', 1_000)
    .find(line => line.trim() !== '')
    ?.trim();
}

/** How a tool ended: its exit code, and those of the last lines of stderr that are not shown already. */
export function tellingEnd(exitCode: number, stderr: string, shown: string): string {
  const last = linesOf(stderr.slice(-LONGEST)).slice(-MOST_LINES);
  return [`exit code ${exitCode}`, ...last.filter(line => !shown.includes(line.trim()))].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '');
}
