import { describe, expect, it } from 'vitest';
import { recorded } from '../../test/support/recorded.js';
import { readTrx } from './trx.js';
import { outcomeOf, placeIn, spanMs } from './trx-values.js';

const counts = (xml: string) => {
  const all = readTrx(xml)!.results.map(each => each.outcome);
  const count = (outcome: string) => all.filter(each => each === outcome).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
};

const result = (attributes: string, inner = '') => `<UnitTestResult ${attributes}>${inner}</UnitTestResult>`;
const run = (results: string, definitions = '') =>
  `<?xml version="1.0"?><TestRun xmlns="x"><Results>${results}</Results><TestDefinitions>${definitions}</TestDefinitions></TestRun>`;

describe('results of VSTest', () => {
  const file = readTrx(recorded('vstest-xunit.trx'))!;

  it('have all that is known of a failure', () => {
    expect(file).toMatchObject({ project: 'T', framework: 'net10.0' });
    expect(file.results[0]).toEqual({
      test: 'T.Deep.CartTests.Breaks',
      className: 'T.Deep.CartTests',
      qualifiedName: 'T.Deep.CartTests.Breaks',
      outcome: 'failed',
      message: 'Assert.Equal() Failure: Values differ\nExpected: 1\nActual:   2',
      stack: expect.stringContaining('at T.Deep.CartTests.Breaks() in /repo/T/UnitTest1.cs:line 12'),
      file: '/repo/T/UnitTest1.cs',
      line: 12,
      durationMs: 14.0867,
      output: 'before <it> & "broke"',
    });
    expect(counts(recorded('vstest-xunit.trx'))).toEqual({ passed: 3, failed: 3, skipped: 1 });
  });

  it('have rows of a data-driven test apart, under one name for filters', () => {
    const rows = file.results.filter(each => each.qualifiedName === 'T.Deep.CartTests.Rows');
    expect(rows.map(each => each.test)).toEqual([
      'T.Deep.CartTests.Rows(text: "a,b (c)")',
      'T.Deep.CartTests.Rows(text: "x<y>")',
    ]);
  });

  it('keep what looks like markup in a message', () => {
    expect(file.results.find(each => each.test.endsWith('Throws'))?.message).toBe(
      'System.InvalidOperationException : two\nlines ]]> &amp;',
    );
  });

  it('of MSTest have the class before the name', () => {
    const { results } = readTrx(recorded('vstest-mstest.trx'))!;
    expect(results.map(each => each.test)).toContain('M.Test1.Rows (2)');
    expect(results.find(each => each.test === 'M.Test1.Rows (2)')?.qualifiedName).toBe('M.Test1.Rows');
    expect(counts(recorded('vstest-mstest.trx'))).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });
});

it('names tests of NUnit as a filter does, those of generic classes too', () => {
  const { results } = readTrx(recorded('vstest-nunit.trx'))!;
  expect(results.filter(each => each.outcome === 'failed').map(each => each.qualifiedName)).toEqual([
    'N.Deep.Outer.Texts("x y")',
    'N.Deep.Outer.Rows(3,4)',
    'N.Deep.Outer+Inner.Fails',
    'N.Deep.Gen<Int32,String>.Fails',
  ]);
});

it('reads the results of the platform, output and message apart', () => {
  const file = readTrx(recorded('platform-xunit-v3.trx'))!;
  expect(file).toMatchObject({ project: 'X', framework: 'net10.0' });
  expect(counts(recorded('platform-xunit-v3.trx'))).toEqual({ passed: 3, failed: 3, skipped: 1 });
  expect(file.results.find(each => each.test.endsWith('Breaks'))).toMatchObject({
    message: 'Assert.Equal() Failure: Values differ\nExpected: 1\nActual:   2',
    output: 'before <it> & "broke"',
    line: 12,
  });
});

describe('a file of results', () => {
  it('counts the rows inside a result and not the result', () => {
    const rows = ['Passed', 'Failed']
      .map(outcome => result(`testName="Rows (${outcome})" outcome="${outcome}"`))
      .join('');
    const xml = run(
      result('testId="1" testName="Rows" outcome="Failed"', `<InnerResults>${rows}</InnerResults>`),
      '<UnitTest id="1"><TestMethod className="N.C, Assembly, Version=1.0" name="Rows" codeBase="C:\\a\\bin\\net48\\N.Tests.exe" /></UnitTest>',
    );
    expect(readTrx(xml)).toMatchObject({
      project: 'N.Tests',
      framework: 'net48',
      results: [
        { test: 'N.C.Rows (Passed)', qualifiedName: 'N.C.Rows', outcome: 'passed' },
        { test: 'N.C.Rows (Failed)', qualifiedName: 'N.C.Rows', outcome: 'failed' },
      ],
    });
  });

  it('may have CDATA, comments and numbers for characters', () => {
    const xml = run(
      result(
        'testName="&#x41;&#66;" outcome="Failed"',
        '<Output><!-- <ErrorInfo> --><ErrorInfo><Message><![CDATA[<b>&amp;]]> and &lt;c&gt;</Message></ErrorInfo></Output>',
      ),
    );
    expect(readTrx(xml)?.results).toMatchObject([{ test: 'AB', message: '<b>&amp; and <c>' }]);
  });

  it.each([
    ['nothing', ''],
    ['another document', '<html></html>'],
    ['a file cut off in the middle', recorded('vstest-xunit.trx').slice(0, 5_000)],
    ['an entity of its own', run(result('testName="a"', '<Output>&boom;</Output>'))],
    ['a document type', `<!DOCTYPE a [<!ENTITY x "y">]>${run('')}`],
    ['a tag that closes another', '<TestRun><Results></TestRun></Results>'],
    ['two attributes of one name', '<TestRun a="1" a="2" />'],
    ['no XML', 'Test run for T.dll'],
  ])('is broken when it is %s', (_, xml) => {
    expect(readTrx(xml)).toBeUndefined();
  });

  it('is not made large by a test that talks', () => {
    const xml = run(
      result('testName="a" outcome="Passed"', `<Output><StdOut>${'x'.repeat(1_000_000)}</StdOut></Output>`),
    );
    expect(readTrx(xml)?.results[0]?.output).toHaveLength(32_768);
  });
});

describe('values', () => {
  it.each([
    ['00:00:00.0140867', 14.0867],
    ['00:01:02', 62_000],
    ['1.02:03:04.5', 93_784_500],
    ['soon', 0],
    [undefined, 0],
  ])('a span of %s is %d ms', (span, ms) => expect(spanMs(span)).toBe(ms));

  it.each([
    ['Passed', 'passed'],
    ['NotExecuted', 'skipped'],
    ['Inconclusive', 'skipped'],
    ['Timeout', 'failed'],
    ['Aborted', 'failed'],
    ['Whatever', 'failed'],
    [undefined, 'failed'],
  ])('%s is %s', (word, outcome) => expect(outcomeOf(word)).toBe(outcome));

  it.each([
    ['   at N.C.M() in C:\\My in App\\A (1).cs:line 7', { file: 'C:\\My in App\\A (1).cs', line: 7 }],
    ['   at System.Void()\n   at N.C.M() in /a/b.cs:line 12', { file: '/a/b.cs', line: 12 }],
    ['  at N.C.M() in /a/b.cs:12', { file: '/a/b.cs', line: 12 }],
    ['/a/b (1).cs(12,0): at N.C.M()', { file: '/a/b (1).cs', line: 12 }],
    ['at N.C.M()', {}],
    ['', {}],
  ])('the place in %j', (stack, place) => expect(placeIn(stack)).toEqual(place));
});

describe('speed', () => {
  const many = (count: number) => {
    const stack = '   at N.C.M() in /repo/A.cs:line 7\n'.repeat(6);
    const results = Array.from({ length: count }, (_, at) =>
      result(
        `executionId="e${at}" testId="t${at}" testName="N.C.M${at}" computerName="host" duration="00:00:00.0010000" startTime="2026-01-01T00:00:00" endTime="2026-01-01T00:00:00" testType="13cdc9d9" outcome="${at % 10 ? 'Passed' : 'Failed'}" testListId="8c84fa94" relativeResultsDirectory="e${at}"`,
        `<Output><ErrorInfo><Message>broke &amp; bent</Message><StackTrace>${stack}</StackTrace></ErrorInfo></Output>`,
      ),
    );
    const definitions = Array.from(
      { length: count },
      (_, at) =>
        `<UnitTest name="N.C.M${at}" storage="/repo/a.dll" id="t${at}"><Execution id="e${at}" /><TestMethod codeBase="/repo/bin/net10.0/a.dll" className="N.C" name="M${at}" /></UnitTest>`,
    );
    return run(results.join('\n'), definitions.join('\n'));
  };
  /** Milliseconds of computing: what else the machine does is no part of them. */
  const fastest = (work: () => unknown, attempts = 5) =>
    Math.min(
      ...Array.from({ length: attempts }, () => {
        const before = process.cpuUsage();
        work();
        return process.cpuUsage(before).user / 1_000;
      }),
    );

  it('reads ten times as many results in about ten times the time', () => {
    const [some, tenTimesThat] = [many(1_000), many(10_000)];
    expect(readTrx(tenTimesThat)?.results).toHaveLength(10_000);
    expect(fastest(() => readTrx(tenTimesThat))).toBeLessThan(40 * fastest(() => readTrx(some)));
  });

  it.each([
    ['tags that never end', '<'],
    ['attributes', ' a="b"'],
    ['ampersands', '&'],
    ['open elements', '<a>'],
    ['comments', '<!---->'],
    ['quotes', '="'],
    ['space', ' \n'],
    ['closing tags', '</a>'],
  ])('is linear in %s', (_, piece) => {
    const of = (size: number) => `<TestRun ${piece.repeat(size / piece.length)}`;
    const inside = (size: number) => `<TestRun><Results>${piece.repeat(size / piece.length)}`;
    for (const make of [of, inside]) {
      const [small, large] = [make(100_000), make(1_600_000)];
      const once = Math.max(
        fastest(() => readTrx(small)),
        1,
      );
      expect(fastest(() => readTrx(large)) / once).toBeLessThan(16 * 8);
    }
  });
});
