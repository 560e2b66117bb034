import { type JsonObject, type Problem, problem } from '@concord/contract';
import type { TestRun } from '../read/test-run.js';
import type { TestResult } from '../read/trx.js';
import type { TestChoice } from '../table/table.js';
import { clipped, cut } from './cut.js';

/** The facts of a test run that its problems contain. */
export interface TestRunFacts {
  readonly command: string;
  readonly exitCode: number;
  readonly runner: TestChoice['runner'];
  /** What it printed, for the failure of a run that left no results. */
  readonly output?: string;
}

const MOST_RAW = 2_000;
const MOST_STDERR = 1_000;
const MOST_MESSAGE = 500;
const HINT = 'Read the message and the place in the stack, then fix the test or the code it tests.';

/** The meaning of an exit code of Microsoft.Testing.Platform; undefined for an unknown one. */
export function platformExit(code: number): string | undefined {
  return exits[code];
}

const exits: Readonly<Record<number, string>> = {
  2: 'test failure',
  3: 'aborted',
  4: 'extension setup invalid',
  5: 'invalid arguments',
  7: 'crashed',
  8: 'no tests ran',
  9: 'fewer tests than required',
  10: 'adapter failure',
  13: 'failure limit reached',
};

/** What the metadata of a call says of its tests, whether they passed or not. */
export function testMetadata(run: TestRun, runner: TestChoice['runner']): Readonly<Record<string, string>> {
  const { counts, durationMs, source, failures } = run;
  const filter = runner === 'vstest' ? rerunFilter(failures) : undefined;
  return {
    total: String(counts.total),
    passed: String(counts.passed),
    failed: String(counts.failed),
    skipped: String(counts.skipped),
    testDurationMs: String(Math.round(durationMs)),
    resultsSource: source,
    ...(filter !== undefined && { rerunFilter: filter }),
  };
}

/** The typed result of a call that ran tests. */
export function testData({ counts, failures, slowest, runs }: TestRun): JsonObject {
  return {
    counts: { ...counts },
    failures: failures.map(({ outcome: _, qualifiedName: __, message = '', stack = '', ...each }) => ({
      ...each,
      message,
      stack,
    })),
    slowest: slowest.map(({ test, durationMs }) => ({ test, durationMs })),
    runs: runs.map(({ counts: each, ...run }) => ({ ...run, counts: { ...each } })),
  };
}

/** A problem for each failed test of the results, else one for the run, else none when nothing says why it failed. */
export function testProblems(run: TestRun, facts: TestRunFacts): readonly Problem[] {
  if (run.failures.length > 0) return run.failures.map(each => failedTest(each, facts));
  const { failed, total } = run.counts;
  if (failed > 0) return [failedRun(`${failed} of ${total} tests failed`, facts, 'TestFailure')];
  const words = facts.runner === 'microsoft-testing-platform' ? platformExit(facts.exitCode) : undefined;
  if (words === undefined) return [];
  const cause = facts.exitCode === 2 ? 'TestFailure' : undefined;
  return [failedRun(`The test run ended with exit code ${facts.exitCode}: ${words}`, facts, cause)];
}

function failedTest({ test, message = '', stack = '', file, line }: TestResult, facts: TestRunFacts): Problem {
  const [first = ''] = message.trim().split('\n', 1);
  const said = first.trim() === '' ? `Test '${test}' failed` : `Test '${test}' failed: ${first.trim()}`;
  const raw = [message, stack].filter(each => each !== '').join('\n');
  return problem('command_failed', clipped(said, MOST_MESSAGE, '...'), {
    hint: HINT,
    command: facts.command,
    exitCode: facts.exitCode,
    rawOutput: cut(raw, MOST_RAW).text,
    stderr: clipped(raw, MOST_STDERR, '... (truncated)'),
    details: {
      test,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line: String(line) }),
      rootCause: 'TestFailure',
    },
  });
}

function failedRun(message: string, { command, exitCode, output = '' }: TestRunFacts, cause?: string): Problem {
  return problem('command_failed', message, {
    command,
    exitCode,
    rawOutput: cut(output, MOST_RAW).text,
    ...(cause !== undefined && { hint: HINT, details: { rootCause: cause } }),
  });
}

const MOST_RERUN = 20;

/** A filter of VSTest that runs these tests and no others, the first 20 of them; undefined when there are none. */
export function rerunFilter(failures: readonly TestResult[]): string | undefined {
  const names = new Set(failures.map(each => each.qualifiedName).filter(name => name !== ''));
  const terms = [...names].slice(0, MOST_RERUN).map(name => `FullyQualifiedName=${escaped(name)}`);
  return terms.length === 0 ? undefined : terms.join('|');
}

/** Operators of the filter are escaped for VSTest, and what ends a property or a quotation for MSBuild, which it passes through. */
const escaped = (name: string) =>
  name.replace(/[\\()&|=!~]/g, '\\$&').replace(/[%,;"]/g, each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
