import { describe, expect, it } from 'vitest';
import { DiagnosticsReader } from './diagnostics-reader.js';

const read = (text: string, program = false) => {
  const reader = new DiagnosticsReader({ directory: '/repo', program });
  for (const line of text.split('\n')) reader.push(line);
  return reader.result();
};
const one = (line: string) => {
  const { errors, warnings } = read(line);
  return [...errors, ...warnings][0];
};

describe('a line', () => {
  it.each([
    [
      'Program.cs(5,9): error CS0103: The name',
      { code: 'CS0103', file: '/repo/Program.cs', line: 5, column: 9, message: 'The name' },
    ],
    ['/a/Program.cs(5): error CS0103: x', { file: '/a/Program.cs', line: 5 }],
    ['a.cs(5-7): error CS1: x', { line: 5, endLine: 7 }],
    ['a.cs(5,9-12): error CS1: x', { line: 5, column: 9, endColumn: 12 }],
    ['a.cs(5,9,6,1): error CS1: x', { line: 5, column: 9, endLine: 6, endColumn: 1 }],
    [
      'a.csproj : error NU1101: Unable [/p/a.csproj]',
      { code: 'NU1101', file: '/p/a.csproj', message: 'Unable', projects: ['/p/a.csproj'] },
    ],
    ['My App (1)/Program.cs(5,9): error CS1: x', { file: '/repo/My App (1)/Program.cs', line: 5 }],
    ['C:\\src\\a.cs(1,2): error CS1: x', { file: 'C:\\src\\a.cs', line: 1 }],
    ['   3>a.cs(1,2): warning CS0168: unused', { severity: 'warning', code: 'CS0168' }],
    ['12:7>a.cs(1,2): error CS1: x', { code: 'CS1' }],
    [
      'MSBUILD : error MSB1009: Project file does not exist.',
      { code: 'MSB1009', tool: 'MSBUILD', message: 'Project file does not exist.' },
    ],
    ['CSC : warning CS8032: An instance', { severity: 'warning', tool: 'CSC' }],
    ['error NU1101: Unable to find package X.', { code: 'NU1101', message: 'Unable to find package X.' }],
    ['error: NU1101: Unable', { code: 'NU1101', message: 'Unable' }],
    ['error : NU1101: Unable', { code: 'NU1101', message: 'Unable' }],
    ['warn : NU1603: depends', { severity: 'warning', code: 'NU1603' }],
    ['error: There are no versions', { message: 'There are no versions' }],
    ['a.cs(1,1): fatal error CS1: x', { code: 'CS1' }],
    ['LINK : command line error X1: y', { code: 'X1', tool: 'LINK' }],
    [
      'a.cs(1,2): error xUnit1051: x [/p/a.csproj::TargetFramework=net8.0]',
      { code: 'xUnit1051', frameworks: ['net8.0'], message: 'x' },
    ],
    ['a.cs(1,2): error WHITESPACE: Fix', { code: 'WHITESPACE' }],
    [
      'a.csproj : error NU1102: Unable [ Nearest version: 13.0.3 ]',
      { message: 'Unable [ Nearest version: 13.0.3 ]', projects: [expect.stringMatching(/a\.csproj$/)] },
    ],
    ['/p/a.csproj : error : Something odd [/p/a.csproj]', { message: 'Something odd' }],
  ])('%s', (line, expected) => {
    expect(one(line)).toMatchObject(expected);
  });

  it.each([
    '    0 Error(s)',
    'Build FAILED with 3 errors',
    'error',
    'info : this is no error at all',
    'The error CS0103 is explained elsewhere',
    'see https://example.com/error: no',
  ])('is none: %s', line => {
    expect(one(line)).toBeUndefined();
  });
});

it('keeps each finding once, with all of its projects and frameworks', () => {
  const line = (framework: string) => `a.cs(1,2): error CS0103: x [/p/a.csproj::TargetFramework=${framework}]`;
  const text = [
    line('net8.0'),
    line('net10.0'),
    'Build FAILED.',
    line('net8.0'),
    line('net10.0'),
    '    1 Error(s)',
  ].join('\n');
  expect(read(text).errors).toMatchObject([{ projects: ['/p/a.csproj'], frameworks: ['net8.0', 'net10.0'] }]);
});

it('puts together what goes on in the next lines', () => {
  const text = [
    '/p/a.csproj : error NU1107: Version conflict. [/p/a.csproj]',
    '/p/a.csproj : error NU1107:  a -> b 1.0 [/p/a.csproj]',
    '/p/a.csproj : error NU1107:  a -> b 2.0 [/p/a.csproj]',
  ].join('\n');
  expect(read(text).errors).toMatchObject([{ message: 'Version conflict.\n a -> b 1.0\n a -> b 2.0' }]);
  expect(read('MSBUILD : error MSB1009: No.\nSwitch: X.csproj').errors).toMatchObject([
    { message: 'No.', raw: 'MSBUILD : error MSB1009: No.\nSwitch: X.csproj' },
  ]);
});

it('takes the words of a program for its own', () => {
  const text = 'Foo.cs(1,1): error CS0001: x\na.cs(1,1): error CS0103: y [/p/a.csproj]\nMSBUILD : error MSB1009: z';
  expect(read(text, true).errors.map(each => each.code)).toEqual(['CS0103', 'MSB1009']);
});

it('knows what was built, and how long it took', () => {
  expect(read('  App -> /out/App.dll\n\nTime Elapsed 00:00:01.23')).toMatchObject({
    outputs: ['/out/App.dll'],
    elapsed: '00:00:01.23',
  });
});

it('takes time in proportion to what it reads, whatever that is', () => {
  const time = (text: string) => {
    const started = performance.now();
    read(text);
    return performance.now() - started;
  };
  for (const piece of ['(', 'error ', ': ', '[', 'error: ', 'a:b error']) {
    const line = (length: number) => piece.repeat(Math.ceil(length / piece.length));
    const small = Math.min(...[1, 2, 3].map(() => time(`${line(8_000)}\n`.repeat(20))));
    const large = Math.min(...[1, 2, 3].map(() => time(`${line(64_000)}\n`.repeat(20))));
    expect(large, piece).toBeLessThan(small * 8 * 6 + 50);
  }
});
