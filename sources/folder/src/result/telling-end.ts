const MOST_LINES = 5;
const LONGEST = 2_000;
const TRACEBACK = 'Traceback (most recent call last):';

/** What of stderr says why a tool failed: its first line for most, the last one for a Python traceback, which ends in the exception. */
export function complaintIn(stderr: string): string | undefined {
  const first = firstLineOf(stderr);
  return first === TRACEBACK ? linesOf(stderr.slice(-LONGEST)).at(-1)?.trim() : first;
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
