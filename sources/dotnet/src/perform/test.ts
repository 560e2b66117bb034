import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { failure, type Outcome, type Problem } from '@concord/contract';
import { projectArgumentStyle } from '../argv/test.js';
import type { CliRun } from '../outcome/from-run.js';
import { testData, testMetadata, testProblems } from '../outcome/tests.js';
import type { ChosenRunner } from '../project/test-runner.js';
import { testRun } from '../read/test-run.js';
import { concluded, execute } from './execute.js';
import type { Perform, Work } from './work.js';

const MOST_FILES = 500;
const MOST_BYTES = 67_108_864;

/** The metadata about the test runner, for every outcome of the call. */
export function runnerMetadata(
  args: Work['args'],
  { runner, selectionSource }: ChosenRunner,
): Readonly<Record<string, string>> {
  return { selectedTestRunner: runner, ...projectArgumentStyle(args, runner), selectionSource };
}

/** Runs tests and reads their results from the result files they write. */
export const runTests: Perform = async work => {
  const { action, args, context, call, directory } = work;
  const choice = work.runner!;
  const results = join(context.folder(), `tests-${call.requestId.replace(/[^\w-]/g, '_')}`);
  mkdirSync(results, { recursive: true });
  const since = Date.now();
  const moved = choice.directory !== undefined && typeof args.project === 'string' && !isAbsolute(args.project);
  const given = moved ? { ...args, project: resolve(directory, String(args.project)) } : args;
  try {
    const execution = await execute(work, {
      argv: action.argv!(given, { test: choice }),
      ...(choice.directory !== undefined && { cwd: choice.directory }),
      // MSBuild takes these for properties, so that the command line stays what was asked for.
      ...(choice.runner === 'vstest' && { env: { VSTestLogger: 'trx', VSTestResultsDirectory: results } }),
    });
    if ('outcome' in execution) return execution.outcome;
    return testOutcome(execution.run, filesOf(work, execution.run.stdout, results, since), work);
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
};

function testOutcome(run: CliRun, files: readonly string[], work: Work): Outcome {
  const { args, limits } = work;
  const { runner } = work.runner!;
  const isBuilt = run.findings.errors.every(each => each.code === undefined);
  if (args.listTests === true || !isBuilt) return concluded(run, work);
  const tests = testRun(files, run.stdout);
  const data = work.isRaw
    ? testData(tests)
    : (work.redaction.value(testData(tests)).value as ReturnType<typeof testData>);
  const told = { ...run, data, metadata: testMetadata(tests, runner) };
  const [first, ...others] = run.exitCode === 0 ? [] : testProblems(tests, { ...run, runner, output: run.stdout });
  const outcome = concluded(told, work);
  if (first === undefined || outcome.ok) return outcome;
  const shown: readonly [Problem, ...Problem[]] = [first, ...others.slice(0, limits.maxErrors - 1)];
  const all = others.length + 1;
  const cut = all > shown.length ? { errorCount: String(all), errorsOmitted: String(all - shown.length) } : {};
  return failure(shown, { ...outcome, metadata: { ...outcome.metadata, ...cut } });
}

/** The contents of the result files of this run, from the known folders and from paths in the output. */
function filesOf({ args, directory }: Work, stdout: string, results: string, since: number): readonly string[] {
  const folders = [
    results,
    ...(typeof args.resultsDirectory === 'string' ? [resolve(directory, args.resultsDirectory)] : []),
  ];
  const named = [...stdout.matchAll(/^\s{0,20}-? ?(\S.{0,4000}\.trx)\s{0,5}$/gim)]
    .map(found => found[1]!.trim())
    .filter(isAbsolute);
  const paths = new Set([...folders.flatMap(trxIn), ...named]);
  const wanted = [...paths].slice(0, MOST_FILES).filter(path => {
    const stats = statSync(path, { throwIfNoEntry: false });
    // A file system may keep whole seconds only.
    return stats?.isFile() && stats.size <= MOST_BYTES && stats.mtimeMs >= since - 1_000;
  });
  return wanted.map(path => readFileSync(path, 'utf8'));
}

function trxIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.toLowerCase().endsWith('.trx'))
      .map(name => join(folder, name));
  } catch {
    return [];
  }
}
