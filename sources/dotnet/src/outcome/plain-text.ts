import {
  classify,
  type Failure,
  isJsonObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Problem,
} from '@concord/contract';

const MOST_PROBLEMS = 10;

/** What plain text shows of a call. */
export interface PlainFacts {
  /** What the command wrote to stderr. */
  readonly stderr?: string | undefined;
  /** Its result is data, which is shown as tables. */
  readonly isData: boolean;
}

/** An outcome for people: what was printed, what went wrong, how it ended. */
export function plainText(outcome: Outcome, { stderr, isData }: PlainFacts): string {
  if (!outcome.ok && outcome.exitCode === -1) return withoutRun(outcome);
  const body = isData && outcome.ok && outcome.data !== undefined ? table(outcome.data) : (outcome.text ?? '');
  return parts([
    body,
    ...(stderr !== undefined && stderr.trim() !== '' ? ['Errors:', stderr] : []),
    ...(outcome.ok ? [] : problemsOf(outcome)),
    `Exit Code: ${outcome.ok ? 0 : outcome.exitCode}`,
  ]);
}

function withoutRun({ problems, text }: Failure): string {
  const lines = problems.flatMap(({ message, hint, alternatives = [] }) => [
    `Error: ${message}`,
    ...(hint === undefined ? [] : [hint]),
    ...alternatives.map(each => `- ${each}`),
  ]);
  return parts([text ?? '', ...lines, 'Exit Code: -1']);
}

function problemsOf(failure: Failure): readonly string[] {
  const shown = failure.problems.slice(0, MOST_PROBLEMS).map(each => line(each, failure.exitCode));
  const more = failure.problems.length - shown.length;
  return ['Problems:', ...shown, ...(more > 0 ? [`(${more} more)`] : [])];
}

function line(problem: Problem, exitCode: number): string {
  const { file, line: at, column } = problem.details ?? {};
  const place =
    file === undefined ? '' : ` ${file}${at === undefined ? '' : `(${[at, column].filter(Boolean).join(',')})`}`;
  const hint = problem.hint === undefined ? '' : `  ${problem.hint}`;
  return `- ${classify(problem, exitCode).code}${place}: ${problem.message.replaceAll('\n', ' ')}${hint}`;
}

const parts = (lines: readonly string[]) =>
  lines
    .filter(each => each.trim() !== '')
    .map(withoutLastBreaks)
    .join('\n');

/** In linear time: a regular expression would start over at each line break. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** Data as people read it: values by name, and lists of things as tables. */
export function table(data: Json, indent = ''): string {
  if (!isJsonObject(data)) return indent + scalar(data);
  return Object.entries(data)
    .map(([name, value]) => entry(name, value!, indent))
    .join('\n');
}

function entry(name: string, value: Json, indent: string): string {
  if (isJsonObject(value)) return `${indent}${name}:\n${table(value, `${indent}  `)}`;
  if (!Array.isArray(value)) return `${indent}${name}: ${scalar(value)}`;
  if (value.length === 0) return `${indent}${name}: none`;
  const inside = `${indent}  `;
  const rows = value.filter(isJsonObject);
  if (rows.length < value.length)
    return `${indent}${name}:\n${value.map(each => `${inside}- ${scalar(each)}`).join('\n')}`;
  return `${indent}${name}:\n${rows.every(isFlat) ? columns(rows, inside) : rows.map(row => table(row, inside)).join('\n\n')}`;
}

const isFlat = (row: JsonObject) =>
  Object.values(row).every(value => !isJsonObject(value) && !(Array.isArray(value) && value.some(isJsonObject)));

function columns(rows: readonly JsonObject[], indent: string): string {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const cells = [names, ...rows.map(row => names.map(name => (row[name] === undefined ? '' : scalar(row[name]!))))];
  const widths = names.map((_, at) => Math.max(...cells.map(row => row[at]!.length)));
  const written = (row: readonly string[]) =>
    indent +
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd();
  return [
    written(cells[0]!),
    indent + widths.map(width => '-'.repeat(width)).join('  '),
    ...cells.slice(1).map(written),
  ].join('\n');
}

const scalar = (value: Json): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map(scalar).join(', ') : JSON.stringify(value);
