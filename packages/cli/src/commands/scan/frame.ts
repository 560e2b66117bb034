import type { Finding, Stretch } from '@concord/source-code';
import type { Paint } from '../../print/paint.js';
import { fitted } from '../../print/text.js';

const MOST_LINES = 6;
const MOST_STEPS = 8;

type Lines = (path: string) => readonly string[];
type Step = NonNullable<Finding['flow']>[number];

/** The lines of a finding with its range marked; with the way from source to sink drawn beside them where there is one. */
export function frameOf(
  finding: Finding,
  flow: readonly Step[],
  linesOf: Lines,
  paint: Paint,
  shown: (text: string) => string,
  width: number,
): string[] {
  if (flow.length > 1) return flowOf(flow, linesOf, paint, shown, width);
  return marked(finding, finding.path, linesOf, paint, shown, width, '  ');
}

function marked(
  { start, end }: Stretch,
  path: string,
  linesOf: Lines,
  paint: Paint,
  shown: (text: string) => string,
  width: number,
  margin: string,
): string[] {
  const lines = linesOf(path);
  const digits = String(end.line).length;
  const rows: string[] = [];
  const last = Math.min(end.line, start.line + MOST_LINES - 1);
  for (let line = start.line; line <= last; line++) {
    const text = lines[line - 1] ?? '';
    const from = line === start.line ? start.column - 1 : (/^\s*/.exec(text)?.[0].length ?? 0);
    const to = line === end.line ? end.column - 1 : text.length;
    // Tabs are as wide above as below.
    const before = untabbed(text.slice(0, from)).length;
    const size = Math.max(1, untabbed(text.slice(0, to)).length - before);
    const room = width - digits - 6;
    rows.push(`  ${margin}${paint.dim(`${String(line).padStart(digits)} |`)} ${shown(cut(untabbed(text), room))}`);
    if (before < room)
      rows.push(
        `  ${margin}${paint.dim(`${' '.repeat(digits)} |`)} ${' '.repeat(before)}${paint.red('^'.repeat(Math.min(size, room - before)))}`,
      );
  }
  if (last < end.line) rows.push(`  ${margin}${paint.dim(`${' '.repeat(digits)} | … ${end.line - last} more`)}`);
  return rows;
}

const untabbed = (text: string) => text.replaceAll('\t', '    ');
const cut = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;

/** The steps below each other, joined by a line. */
function flowOf(
  flow: readonly Step[],
  linesOf: Lines,
  paint: Paint,
  shown: (text: string) => string,
  width: number,
): string[] {
  const steps = flow.length <= MOST_STEPS ? flow : [...flow.slice(0, MOST_STEPS - 2), ...flow.slice(-2)];
  const left = flow.length - steps.length;
  return steps.flatMap((step, index) => {
    const isLast = index === steps.length - 1;
    const sign = index === 0 ? '┌' : isLast ? '└' : '├';
    const note = `    ${paint.yellow(`${sign}─`)} ${shown(fitted(step.note, width - 6))} ${paint.dim(shown(`${step.path}:${step.start.line}`))}`;
    const bar = isLast ? '     ' : `  ${paint.yellow('│')}  `;
    const gap =
      left > 0 && index === steps.length - 3 ? [`    ${paint.yellow('│')}  ${paint.dim(`… ${left} more steps`)}`] : [];
    return [note, ...marked(step, step.path, linesOf, paint, shown, width - 4, bar), ...gap];
  });
}
