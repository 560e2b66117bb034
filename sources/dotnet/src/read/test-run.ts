import { type AssemblyRun, readTestSummary, sumOf, type TestCounts } from './test-summary.js';
import { readTrx, type TestResult, type TrxFile } from './trx.js';

/** The results of all tests of a call. */
export interface TestRun {
  readonly counts: TestCounts;
  /** The time of all tests together. */
  readonly durationMs: number;
  /** Those that failed, in the order of the files; the first 1,000. */
  readonly failures: readonly TestResult[];
  /** The ten that took longest. */
  readonly slowest: readonly TestResult[];
  readonly runs: readonly AssemblyRun[];
  /** Where the counts are from. */
  readonly source: 'trx' | 'console';
}

const SLOWEST = 10;
const MOST_FAILURES = 1_000;

/** Adds up the result files of a call. When one is broken or missing, the counts are those of the output. */
export function testRun(trx: readonly string[], console: string): TestRun {
  const files = trx.flatMap(xml => readTrx(xml) ?? []);
  const summary = readTestSummary(console);
  const results = files.flatMap(file => file.results);
  const complete = files.length === trx.length && files.length > 0 && files.length >= (summary?.assemblies ?? 0);
  const tests = {
    failures: results.filter(each => each.outcome === 'failed').slice(0, MOST_FAILURES),
    slowest: [...results].sort((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST),
  };
  if (summary && !complete)
    return { ...tests, counts: summary.counts, durationMs: summary.durationMs, runs: summary.runs, source: 'console' };
  const runs = files.map(runOf);
  return {
    ...tests,
    counts: sumOf(runs.map(({ counts }) => counts)),
    durationMs: results.reduce((sum, each) => sum + each.durationMs, 0),
    runs,
    source: files.length > 0 ? 'trx' : 'console',
  };
}

function runOf({ results, project, framework }: TrxFile): AssemblyRun {
  const count = (outcome: TestResult['outcome']) => results.filter(each => each.outcome === outcome).length;
  return {
    ...(project !== undefined && { project }),
    ...(framework !== undefined && { framework }),
    counts: {
      total: results.length,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
    },
  };
}
