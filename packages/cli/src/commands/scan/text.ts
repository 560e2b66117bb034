import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Fault, Finding, Fixes } from '@concord/source-code';
import type { CommandContext } from '../../command/context.js';
import { type Paint, paintFor } from '../../print/paint.js';
import { counted, fitted, shownTime, visible } from '../../print/text.js';
import type { ScanFlags } from './flags.js';
import { frameOf } from './frame.js';
import type { Scanned } from './run.js';

const SLOWEST = 10;
const colours = { critical: 'red', error: 'red', warning: 'yellow', info: 'dim' } as const;

/** What a scan came to, for people: by file, each finding with its code, then what went wrong, then one line of counts. */
export function scanText(
  context: CommandContext,
  scanned: Scanned,
  fixes: Fixes | undefined,
  flags: ScanFlags,
): string {
  const paint = paintFor(context, 'stdout');
  const shown = (text: string) => visible(text, context.terminal.stdout);
  const lines: string[] = [];
  const sources = new SourceLines(context.cwd);
  let path: string | undefined;
  for (const finding of scanned.findings) {
    if (finding.path !== path) {
      path = finding.path;
      lines.push(paint.bold(shown(path)), '');
    }
    lines.push(...findingLines(finding, sources, context, paint, shown), '');
  }
  lines.push(...faultLines(scanned.faults, paint, shown));
  if (fixes) lines.push(...fixLines(fixes, paint, shown, flags['dry-run'] === true));
  if (scanned.times) lines.push(...timeLines(scanned.times, paint, shown));
  if (scanned.stats.files === 0 && scanned.faults.length === 0)
    lines.push('There was no file to scan: name files or folders, or see --include, --exclude and --no-ignore', '');
  lines.push(summaryOf(scanned));
  return `${lines.join('\n')}\n`;
}

function findingLines(
  finding: Finding,
  sources: SourceLines,
  context: CommandContext,
  paint: Paint,
  shown: (text: string) => string,
): string[] {
  const { severity, rule_id, message, start, cwe, flow, fix, suppressed } = finding;
  const place = `${finding.path}:${start.line}:${start.column}`;
  const weakness = cwe.length === 0 ? '' : ` ${paint.dim(`(${cwe.join(', ')})`)}`;
  const accepted = suppressed ? ` ${paint.dim('(accepted)')}` : '';
  const width = Math.max(40, context.columns - 4);
  return [
    `  ${paint[colours[severity]](severity)} ${paint.bold(shown(rule_id))}${weakness}${accepted}  ${paint.dim(shown(place))}`,
    ...wrapped(shown(message.trim()), width).map(line => `    ${line}`),
    ...frameOf(finding, flow ?? [], path => sources.of(path), paint, shown, width),
    ...(fix === undefined ? [] : [`    ${paint.green('fix:')} ${shown(fitted(fix, width - 6))}`]),
  ];
}

/** A fault for each line, with its place. */
export function faultLines(faults: readonly Fault[], paint: Paint, shown: (text: string) => string): string[] {
  return faults.map(({ kind, message, path, rule_id, line, column }) => {
    const place = path === undefined ? '' : `${path}${line === undefined ? '' : `:${line}:${column ?? 1}`} `;
    const rule = rule_id === undefined ? '' : `${rule_id}: `;
    return `${paint.yellow(kind)} ${paint.bold(shown(place))}${shown(rule + message)}`;
  });
}

function fixLines(
  { diff, files, applied, left }: Fixes,
  paint: Paint,
  shown: (text: string) => string,
  isDry: boolean,
): string[] {
  const lines = diff
    .split('\n')
    .slice(0, -1)
    .map(line => {
      if (/^(?:---|\+\+\+)/.test(line)) return paint.bold(shown(line));
      if (line.startsWith('+')) return paint.green(shown(line));
      return line.startsWith('-') ? paint.red(shown(line)) : shown(line);
    });
  const verb = isDry ? 'would be applied' : 'applied';
  const overlap = left === 0 ? '' : `; ${counted(left, 'other')} lie over these: scan again`;
  return [...lines, `${counted(applied, 'fix', 'fixes')} in ${counted(files, 'file')} ${verb}${overlap}`, ''];
}

function timeLines(
  { rules, files }: NonNullable<Scanned['times']>,
  paint: Paint,
  shown: (text: string) => string,
): string[] {
  const slowest = (title: string, times: ReadonlyMap<string, number>) => [
    paint.bold(title),
    ...[...times]
      .sort(([, one], [, other]) => other - one)
      .slice(0, SLOWEST)
      .map(([name, ms]) => `  ${shownTime(ms).padStart(8)}  ${shown(name)}`),
  ];
  return [...slowest('Slowest rules', rules), ...slowest('Slowest files', files), ''];
}

function summaryOf({ findings, stats, known, suppressed, ms, faults }: Scanned): string {
  const parts = [
    counted(findings.length, 'finding'),
    ...(known === 0 ? [] : [`${counted(known, 'known one')} left out`]),
    ...(suppressed === 0 ? [] : [`${suppressed} accepted by comments`]),
    ...(faults.length === 0 ? [] : [counted(faults.length, 'error')]),
  ];
  return `${parts.join(', ')} in ${counted(stats.files, 'file')}, ${counted(stats.rules, 'rule')}, ${shownTime(ms)}`;
}

/** A text in lines of a width, broken between words. */
function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap(paragraph => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.trim().split(/\s+/)) {
      if (line !== '' && line.length + word.length + 1 > width) {
        lines.push(line);
        line = '';
      }
      line = line === '' ? word : `${line} ${word}`;
    }
    return line === '' ? lines : [...lines, line];
  });
}

/** The lines of the files that findings are in, each read once. */
class SourceLines {
  readonly #cwd: string;
  readonly #known = new Map<string, readonly string[]>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  of(path: string): readonly string[] {
    let lines = this.#known.get(path);
    if (!lines) {
      try {
        lines = readFileSync(resolve(this.#cwd, path), 'utf8')
          .replace(/^\ufeff/, '')
          .split(/\r?\n/);
      } catch {
        lines = [];
      }
      this.#known.set(path, lines);
    }
    return lines;
  }
}
