import {
  type Failure,
  failure,
  type JsonObject,
  type Outcome,
  type Problem,
  problem,
  success,
} from '@concord/contract';
import type { Findings } from '../read/diagnostics-reader.js';
import { clipped, cut } from './cut.js';
import { knownEnds, unreachable } from './ends.js';
import { problemOf, type RunFacts } from './problems.js';
import { laidOver, type SpecialFacts, specialEnd } from './special-ends.js';

/** A run of the CLI that came to its own end. */
export interface CliRun extends SpecialFacts, RunFacts {
  readonly findings: Findings;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly data?: JsonObject;
  /** What was printed and is not even in the log. */
  readonly omitted?: number;
  /** Where everything it printed can be read. */
  readonly logUri?: string;
}

export interface OutputLimits {
  readonly maxErrors: number;
  readonly maxOutputChars: number;
}

/** The SDK's own code for it. */
const NO_SUCH_TEMPLATE = 103;
const MOST_MESSAGE = 500;
const MOST_RAW = 8_000;
const MOST_STDERR = 1_000;

/** The outcome of a run: a success, or every problem it reported, or its exit code with its last output. */
export function outcomeOf(run: CliRun, limits: OutputLimits): Outcome {
  const exitCode = run.exitCode || hiddenFailure(run);
  return exitCode === 0 ? succeeded(run, limits) : failedRun({ ...run, exitCode }, limits);
}

/** The exit code of a run that failed by its output but ended with 0; else 0. */
function hiddenFailure(run: CliRun): number {
  if (isUnanswered(run)) return 1;
  return isAboutNoTemplate(run) ? NO_SUCH_TEMPLATE : 0;
}

/** Whether a run asked for the help of an unknown template. */
function isAboutNoTemplate({ command, stdout, stderr }: CliRun): boolean {
  return (
    /^dotnet new \S{1,500} --help$/.test(command) &&
    /^No templates or subcommands found matching/m.test(`${stderr}\n${stdout}`)
  );
}

/** Whether a search found nothing because no source answered, which its exit code does not show. */
function isUnanswered(run: CliRun): boolean {
  return run.action.startsWith('Search') && unreachable(run) !== undefined && !hasRows(run.stdout);
}

/** Whether a table has more than its head: something below the rule. */
function hasRows(stdout: string): boolean {
  const lines = stdout.split('\n', 10_000);
  const isRule = (line = '') => /^[\s|+-]{3,2000}$/.test(line) && line.includes('---');
  return lines.some((line, at) => isRule(line) && (lines[at + 1] ?? '').trim() !== '' && !isRule(lines[at + 1]));
}

function succeeded(run: CliRun, { maxOutputChars }: OutputLimits): Outcome {
  const { text, omitted } = cut(run.stdout, maxOutputChars);
  const metadata = {
    ...run.metadata,
    ...countsOf(run.findings),
    ...cutOff(omitted, run),
    ...(run.stderr.trim() !== '' && { stderr: run.stderr.trim().slice(0, MOST_STDERR) }),
  };
  return success({
    text,
    command: run.command,
    ...(run.data && { data: run.data }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  });
}

function failedRun(run: CliRun, limits: OutputLimits): Outcome {
  for (const rule of knownEnds) {
    const known = rule(run);
    if (known) return failed([known], run, known.kind === 'unavailable' ? -1 : run.exitCode, limits);
  }
  const { errors } = run.findings;
  const { maxErrors } = limits;
  const coded = errors.filter(each => each.code !== undefined);
  const special = coded.length === 0 ? specialEnd(run) : undefined;
  if (special && 'success' in special)
    return succeeded({ ...run, metadata: { ...run.metadata, ...special.success } }, limits);
  if (coded.length === 0) {
    const offline = special ? undefined : unreachable(run);
    if (offline) return failed([offline], run, -1, limits);
    return failed([laidOver(byExitCode(run), special?.problem ?? {})], run, run.exitCode, limits);
  }
  const shown = coded.slice(0, maxErrors);
  const cutAway = coded.length - shown.length;
  const more = cutAway > 0 ? { errorCount: String(coded.length), errorsOmitted: String(cutAway) } : {};
  return failed(
    shown.map(each => problemOf(each, run)),
    run,
    run.exitCode,
    limits,
    more,
  );
}

/** 128 and HUP, INT, ABRT, FPE, KILL, SEGV, TERM: the host of .NET has meanings of its own for some of the others. */
const signalled: ReadonlySet<number> = new Set([129, 130, 134, 136, 137, 139, 143]);
const KILLED = 'A signal ended the command: look for what stops processes here, such as a lack of memory.';

/** The problem of a failure without diagnostics: the first non-empty of error messages, stderr and the end of stdout. */
function byExitCode(run: CliRun): Problem {
  const { stdout, stderr, exitCode, command, findings } = run;
  const coded = findings.errors.map(each => each.message).join('\n');
  const tail = stdout
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(-10)
    .join('\n');
  const words = [coded, stderr, tail].map(each => each.trim()).find(each => each !== '');
  const message = words ?? `Command failed with exit code ${exitCode} and no output`;
  return problem('command_failed', clipped(message, MOST_MESSAGE, '...'), {
    hint: signalled.has(exitCode) ? KILLED : 'Check the command syntax and arguments.',
    command,
    exitCode,
    rawOutput: cut([stdout, stderr].filter(each => each !== '').join('\n'), MOST_RAW).text,
    stderr: clipped((stderr.trim() || tail).trim(), MOST_STDERR, '... (truncated)'),
  });
}

function failed(
  problems: readonly Problem[],
  run: CliRun,
  exitCode: number,
  { maxOutputChars }: OutputLimits,
  more: Record<string, string> = {},
): Failure {
  const [first, ...others] = problems;
  const { text, omitted } = cut(run.stdout, maxOutputChars);
  const metadata = { ...run.metadata, ...countsOf(run.findings), ...cutOff(omitted, run), ...more };
  return failure([first!, ...others], {
    exitCode,
    text,
    ...(run.data && { data: run.data }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  });
}

const cutOff = (cutAway: number, { omitted = 0, logUri }: CliRun): Record<string, string> =>
  cutAway + omitted === 0
    ? {}
    : { omittedCharacters: String(cutAway + omitted), ...(logUri !== undefined && { logUri }) };

const countsOf = ({ warnings }: Findings): Record<string, string> =>
  warnings.length === 0 ? {} : { warningCount: String(warnings.length) };
