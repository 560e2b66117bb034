import { dialects, type Facts, failure, type JsonObject, type Problem } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { recorded } from '../../test/support/recorded.js';
import { type TestRun, testRun } from '../read/test-run.js';
import { platformExit, rerunFilter, testData, testMetadata, testProblems } from './tests.js';

const run = testRun([recorded('vstest-xunit.trx')], '');
const facts = { command: 'dotnet test T', exitCode: 1, runner: 'vstest' } as const;
const onPlatform = { ...facts, runner: 'microsoft-testing-platform' } as const;
const none: TestRun = testRun([], '');

describe('the metadata of a test run', () => {
  it('has counts, time, source and a filter for what failed', () => {
    expect(testMetadata(run, 'vstest')).toEqual({
      total: '7',
      passed: '3',
      failed: '3',
      skipped: '1',
      testDurationMs: '89',
      resultsSource: 'trx',
      rerunFilter:
        'FullyQualifiedName=T.Deep.CartTests.Breaks|FullyQualifiedName=T.Deep.CartTests.Rows|FullyQualifiedName=T.Deep.CartTests.Throws',
    });
  });

  it('has no filter for the platform, nor when nothing failed', () => {
    expect(testMetadata(run, 'microsoft-testing-platform')).not.toHaveProperty('rerunFilter');
    expect(testMetadata(none, 'vstest')).toEqual({
      total: '0',
      passed: '0',
      failed: '0',
      skipped: '0',
      testDurationMs: '0',
      resultsSource: 'console',
    });
  });

  it('names at most 20 tests, each once, with its operators escaped', () => {
    const named = (qualifiedName: string) => ({ ...run.failures[0]!, qualifiedName });
    const many = Array.from({ length: 30 }, (_, at) => named(`N.C.M${at % 25}`));
    expect(rerunFilter(many)?.split('|')).toHaveLength(20);
    expect(rerunFilter([named('N.C<A,B>.M(1|2)'), named('')])).toBe('FullyQualifiedName=N.C<A%2CB>.M\\(1\\|2\\)');
    expect(rerunFilter([named('N.C.M("100%;")')])).toBe('FullyQualifiedName=N.C.M\\(%22100%25%3B%22\\)');
  });
});

it('is data with the fields of a failure, and nothing null', () => {
  const data = testData(run);
  expect(data).toMatchObject({
    counts: { total: 7 },
    failures: [
      {
        test: 'T.Deep.CartTests.Breaks',
        className: 'T.Deep.CartTests',
        file: '/repo/T/UnitTest1.cs',
        line: 12,
        output: 'before <it> & "broke"',
      },
      {},
      {},
    ],
    slowest: [{ test: 'T.Deep.CartTests+Inner.Nested', durationMs: 31.6175 }, {}, {}, {}, {}, {}, {}],
    runs: [{ project: 'T', framework: 'net10.0' }],
  });
  expect(Object.keys((data.failures as JsonObject[])[0]!).sort()).toEqual(
    ['className', 'durationMs', 'file', 'line', 'message', 'output', 'stack', 'test'].sort(),
  );
});

describe('a failed test', () => {
  const errorsOf = (problems: readonly Problem[], exitCode: number) => {
    const [first, ...others] = problems;
    const outcome = failure([first!, ...others], { exitCode });
    return (dialects['contract-v1'].render(outcome, {} as Facts) as JsonObject).errors as JsonObject[];
  };

  it('is a problem with the first line of its message and the place it failed at', () => {
    const errors = errorsOf(testProblems(run, facts), 1);
    expect(errors).toHaveLength(3);
    expect(errors[0]).toMatchObject({
      code: 'EXIT_1',
      category: 'Unknown',
      message: "Test 'T.Deep.CartTests.Breaks' failed: Assert.Equal() Failure: Values differ",
      rawOutput: expect.stringContaining('UnitTest1.cs:line 12'),
      data: {
        command: 'dotnet test T',
        exitCode: 1,
        additionalData: {
          test: 'T.Deep.CartTests.Breaks',
          file: '/repo/T/UnitTest1.cs',
          line: '12',
          rootCause: 'TestFailure',
        },
      },
    });
  });

  it('is cut to 2,000 characters', () => {
    const long = { ...run, failures: [{ ...run.failures[0]!, stack: 'x'.repeat(10_000) }] };
    const [problem] = testProblems(long, facts);
    expect(problem!.rawOutput).toContain('[Output truncated]');
    expect(problem!.rawOutput!.length).toBeLessThan(2_050);
  });

  it('is counted where results do not name it', () => {
    const counted = testRun([], recorded('test-vstest-xunit.txt'));
    expect(testProblems(counted, { ...facts, output: 'the end' })).toMatchObject([
      { message: '3 of 7 tests failed', rawOutput: 'the end', details: { rootCause: 'TestFailure' } },
    ]);
  });
});

describe('a run in which no test failed', () => {
  it.each([
    [2, 'test failure'],
    [3, 'aborted'],
    [4, 'extension setup invalid'],
    [5, 'invalid arguments'],
    [7, 'crashed'],
    [8, 'no tests ran'],
    [9, 'fewer tests than required'],
    [10, 'adapter failure'],
    [13, 'failure limit reached'],
  ])('and that ended with %d on the platform: %s', (exitCode, words) => {
    expect(platformExit(exitCode)).toBe(words);
    expect(testProblems(none, { ...onPlatform, exitCode })).toMatchObject([
      { message: `The test run ended with exit code ${exitCode}: ${words}` },
    ]);
  });

  it('says nothing of its own otherwise', () => {
    expect(platformExit(1)).toBeUndefined();
    expect(testProblems(none, { ...facts, exitCode: 8 })).toEqual([]);
    expect(testProblems(none, { ...onPlatform, exitCode: 1 })).toEqual([]);
  });
});
