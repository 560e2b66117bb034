import { describe, expect, it } from 'vitest';
import { recorded } from '../../test/support/recorded.js';
import { testRun } from './test-run.js';
import { readTestSummary } from './test-summary.js';

const vstest = recorded('test-vstest-xunit.txt');
const platform = recorded('test-platform-xunit-v3.txt');
const seven = { total: 7, passed: 3, failed: 3, skipped: 1 };

describe('the summary in the output', () => {
  it.each([
    ['VSTest', vstest, { project: 'T', framework: 'net10.0', counts: seven }, 190],
    ['VSTest with more words', recorded('test-vstest-normal-verbosity.txt'), { counts: seven }, 939.6],
    ['the platform', platform, { project: 'X', framework: 'net10.0', counts: seven }, 2_080],
  ])('of %s is read', (_, text, run, durationMs) => {
    const summary = readTestSummary(text)!;
    expect(summary).toMatchObject({ counts: seven, runs: [run], assemblies: 1 });
    expect(summary.durationMs).toBeCloseTo(durationMs);
  });

  it('says when no tests ran', () => {
    expect(readTestSummary(recorded('test-platform-none.txt'))?.counts.total).toBe(0);
  });

  it('adds up all projects', () => {
    const text = [
      'Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12, Duration: 1 m 2 s - My Tests.dll (net10.0)',
      'Failed!  - Failed:     1, Passed:     1, Skipped:     1, Total:     3, Duration: < 1 ms - B.dll (net8.0)',
      'Skipped! - Failed:     0, Passed:     0, Skipped:     2, Total:     2, Duration: 5 ms - C.dll',
    ].join('\n');
    expect(readTestSummary(text)).toEqual({
      counts: { total: 17, passed: 13, failed: 1, skipped: 3 },
      durationMs: 62_006,
      runs: [
        { project: 'My Tests', framework: 'net10.0', counts: { total: 12, passed: 12, failed: 0, skipped: 0 } },
        { project: 'B', framework: 'net8.0', counts: { total: 3, passed: 1, failed: 1, skipped: 1 } },
        { project: 'C', counts: { total: 2, passed: 0, failed: 0, skipped: 2 } },
      ],
      assemblies: 3,
    });
  });

  it.each(['', 'Passed! - nothing', 'total: 7', 'Test run summary: Passed!\n', 'Failed!  - Failed: x'])(
    'is not in %j',
    text => {
      expect(readTestSummary(text)).toBeUndefined();
    },
  );
});

describe('a test run', () => {
  const xunit = recorded('vstest-xunit.trx');
  const mstest = recorded('vstest-mstest.trx');

  it('is the sum of its files', () => {
    const run = testRun([xunit, mstest], '');
    expect(run).toMatchObject({
      counts: { total: 14, passed: 6, failed: 5, skipped: 3 },
      source: 'trx',
      runs: [
        { project: 'T', framework: 'net10.0', counts: seven },
        { project: 'M', framework: 'net10.0', counts: { total: 7, passed: 3, failed: 2, skipped: 2 } },
      ],
    });
    expect(run.failures.map(each => [each.test, each.line])).toEqual([
      ['T.Deep.CartTests.Breaks', 12],
      ['T.Deep.CartTests.Rows(text: "x<y>")', 20],
      ['T.Deep.CartTests.Throws', 22],
      ['M.Test1.Rows (2)', 7],
      ['M.Test1.Fails', 10],
    ]);
    expect(run.slowest).toHaveLength(10);
    expect(run.slowest[0]!.durationMs).toBeGreaterThanOrEqual(run.slowest[9]!.durationMs);
  });

  it('takes the counts of the output where a file is broken, and keeps the failures of the others', () => {
    const text = `${vstest}\n${vstest}`;
    const run = testRun([xunit, mstest.slice(0, 3_000)], text);
    expect(run).toMatchObject({ source: 'console', counts: { total: 14, failed: 6 } });
    expect(run.failures).toHaveLength(3);
  });

  it('takes them where a file is missing', () => {
    expect(testRun([xunit], `${vstest}\n${vstest}`)).toMatchObject({ source: 'console', counts: { total: 14 } });
    expect(testRun([], vstest)).toMatchObject({ source: 'console', counts: seven, failures: [] });
    expect(testRun([xunit], vstest).source).toBe('trx');
  });

  it('has what files there are when nothing else does', () => {
    expect(testRun([xunit, 'broken'], '')).toMatchObject({ source: 'trx', counts: seven });
    expect(testRun([], 'No test is available in T.dll.')).toMatchObject({
      source: 'console',
      counts: { total: 0, passed: 0, failed: 0, skipped: 0 },
      runs: [],
    });
  });
});
