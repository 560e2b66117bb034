import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { tokens } from './tokens.js';

describe('arguments for a program', () => {
  it.each([
    ['--a "b c" d', ['--a', 'b c', 'd']],
    ['  a\tb  ', ['a', 'b']],
    ['\'a "b\' "c \'d"', ['a "b', "c 'd"]],
    ['a\\ b "c\\"d" \'e\\f\'', ['a b', 'c"d', 'e\\f']],
    ['"" \'\'', ['', '']],
    ['a"b"c', ['abc']],
    ['x\\', ['x\\']],
    ['', []],
  ])('%s', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it.each(['"a', "a 'b", '"a\\"'])('are refused when a quote stays open: %s', text => {
    expect(tokens(text)).toBeUndefined();
  });

  it('come back whatever they are, when quoted', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), words => {
        const text = words.map(word => `"${word.replace(/["\\]/g, '\\$&')}"`).join(' ');
        expect(tokens(text)).toEqual(words);
      }),
    );
  });
});

describe('a command line', () => {
  it.each([
    [['build', 'A/A.csproj', '-c', 'Release'], 'dotnet build A/A.csproj -c Release'],
    [['x', '', 'a b', 'a"b', "a'b", 'c:\\d'], 'dotnet x "" "a b" "a\\"b" "a\'b" "c:\\\\d"'],
    [
      ['a;b', 'a&b', 'a|b', 'a<b', 'a>b', '(a)', '$a', '`a', 'a*'],
      'dotnet "a;b" "a&b" "a|b" "a<b" "a>b" "(a)" "$a" "`a" "a*"',
    ],
    [['-p:A=x%3By', 'a=b', '#~@:,[]{}!?'], 'dotnet -p:A=x%3By a=b #~@:,[]{}!?'],
  ])('%j', (argv, expected) => {
    expect(commandLine(argv)).toBe(expected);
  });

  it('is read back as the tokens it was made of', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), argv => {
        expect(tokens(commandLine(argv))).toEqual(['dotnet', ...argv]);
      }),
    );
  });
});
