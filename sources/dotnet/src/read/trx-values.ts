/** The outcome of a test. */
export type TestOutcome = 'passed' | 'failed' | 'skipped';

const outcomes: Readonly<Record<string, TestOutcome>> = {
  passed: 'passed',
  passedbutrunaborted: 'passed',
  warning: 'passed',
  completed: 'passed',
  notexecuted: 'skipped',
  notrunnable: 'skipped',
  inconclusive: 'skipped',
  pending: 'skipped',
  inprogress: 'skipped',
};

/** The outcome of a result. Everything that is neither passed nor skipped counts as failed. */
export function outcomeOf(word: string | undefined): TestOutcome {
  return outcomes[word?.toLowerCase() ?? ''] ?? 'failed';
}

/** Milliseconds of a span of .NET, `[days.]hours:minutes:seconds[.fraction]`; 0 for anything else. */
export function spanMs(span: string | undefined): number {
  const found = /^(?:(\d{1,5})\.)?(\d{1,2}):(\d{2}):(\d{2}(?:\.\d{1,7})?)$/.exec(span ?? '');
  if (!found) return 0;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map(part => Number(part ?? 0));
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 10_000_000) / 10_000;
}

/** The first place that a stack names: `at Method() in file:line 12`, or `file(12,0): at Method()`. */
export function placeIn(stack: string): { readonly file?: string; readonly line?: number } {
  for (let start = 0, lines = 0; start < stack.length && lines < MOST_LINES; lines += 1) {
    const newline = stack.indexOf('\n', start);
    const end = newline < 0 ? stack.length : newline;
    const line = stack.slice(start, Math.min(end, start + 4_096)).trim();
    const found = after(line) ?? before(line);
    if (found) return found;
    start = end + 1;
  }
  return {};
}

const MOST_LINES = 200;

function after(line: string) {
  const mark = line.startsWith('at ') ? line.indexOf(' in ') : -1;
  const found = mark < 0 ? null : /:(?:line )?(\d{1,7})$/.exec(line);
  const file = found ? line.slice(mark + 4, found.index) : '';
  return file === '' ? undefined : { file, line: Number(found![1]) };
}

function before(line: string) {
  const mark = line.indexOf('): at ');
  const open = mark < 0 ? -1 : line.lastIndexOf('(', mark);
  const found = /^(\d{1,7})(?:,\d{1,7})?$/.exec(line.slice(open + 1, Math.max(mark, 0)));
  return open > 0 && found ? { file: line.slice(0, open), line: Number(found[1]) } : undefined;
}
