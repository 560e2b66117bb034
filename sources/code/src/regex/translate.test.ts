import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginsWith, compile, findAll } from './compile.js';
import { RegexFault, translate } from './translate.js';

const found = (pattern: string, text: string) => [...findAll(compile(pattern, true), text)].map(match => match[0]);

describe('an expression of PCRE', () => {
  it.each([
    ['flags at the beginning', '(?i)abc', 'xABCx', ['ABC']],
    ['flags in the middle', 'a(?i)bc', 'aBC ABC', ['aBC']],
    ['flags of a group', 'a(?i:b)c', 'aBc aBC', ['aBc']],
    ['flags that end', '(?i:a)b', 'Ab AB', ['Ab']],
    ['ranges without case', 'x(?i)[a-c]+', 'xAbC', ['xAbC']],
    ['the beginning of each line', '^a', 'a\na', ['a', 'a']],
    ['the beginning of the text', '\\Aa', 'a\na', ['a']],
    ['the end of the text', 'a\\z', 'a\na', ['a']],
    ['the end before the last newline', 'a\\Z', 'a\na\n', ['a']],
    ['a dot that is no newline', 'a.b', 'a\nb axb', ['axb']],
    ['a dot that is anything', '(?s)a.b', 'a\nb', ['a\nb']],
    ['possessive repetition', 'a++b', 'aaab', ['aaab']],
    ['possessive repetition gives nothing back', 'a++ab', 'aaab', []],
    ['possessive groups', '(ab)++c', 'ababc', ['ababc']],
    ['atomic groups', '(?>a|ab)c', 'abc ac', ['ac']],
    ['names', '(?P<x>a)(?P=x)', 'aa ab', ['aa']],
    ['references by number', '(a|b)\\1', 'aa ab bb', ['aa', 'bb']],
    ['references behind an atomic group', '(?>x)(a|b)\\1', 'xaa xab', ['xaa']],
    ['relative references', '(a)(b)\\g{-1}', 'abb', ['abb']],
    ['horizontal space', 'a\\hb', 'a\tb a\nb', ['a\tb']],
    ['any newline', 'a\\Rb', 'a\r\nb', ['a\r\nb']],
    ['POSIX sets', '[[:alpha:]_]+', 'ab_1', ['ab_']],
    ['POSIX sets negated', '[[:^digit:]]+', '12ab', ['ab']],
    ['a bracket that stands first', '[]a]+', ']a', [']a']],
    ['a brace that is no repetition', 'a{x}', 'a{x}', ['a{x}']],
    ['quoted text', '\\Qa.b\\E+', 'a.bb axb', ['a.bb']],
    ['comments and spaces', '(?x) a  b # no\n c', 'abc', ['abc']],
    ['a comment group', 'a(?#no)b', 'ab', ['ab']],
    ['hexadecimal', '\\x41\\x{42}', 'AB', ['AB']],
    ['octal', '\\101', 'A', ['A']],
    ['Unicode properties', '\\p{Lu}+', 'aBC', ['BC']],
    ['a look behind', '(?<=a)b', 'ab cb', ['b']],
    ['escapes that are none in JavaScript', "\\'\\-\\_\\@", "'-_@", ["'-_@"]],
    ['a set with a set and a dash', '[\\w-]+', 'a-b', ['a-b']],
  ])('has %s', (_, pattern, text, expected) => {
    expect(found(pattern, text)).toEqual(expected);
  });

  it('keeps the numbers of groups as they were written', () => {
    const { groups, names } = translate('(?>x)(a)(?P<n>b)++(c)');
    const expression = compile('(?>x)(a)(?P<n>b)++(c)', false);
    const match = beginsWith(expression, 'xabbc')!;
    expect(groups.map(group => match[group])).toEqual(['a', 'b', 'c']);
    expect(names.get('n')!.map(group => match[group])).toEqual(['b']);
  });

  it.each([
    ['(?R)', 'unsupported'],
    ['(?(1)a|b)', 'unsupported'],
    ['a\\Kb', 'unsupported'],
    ['(', 'rule_syntax'],
    [')', 'rule_syntax'],
    ['[a', 'rule_syntax'],
    ['*a', 'rule_syntax'],
    ['\\', 'rule_syntax'],
    ['[z-a]', 'rule_syntax'],
    ['(a)\\g{9}', 'rule_syntax'],
  ])('%s is %s', (pattern, kind) => {
    const fault = (() => {
      try {
        compile(pattern, false);
        return undefined;
      } catch (error) {
        return error as RegexFault;
      }
    })();
    expect(fault).toBeInstanceOf(RegexFault);
    expect(fault!.kind).toBe(kind);
  });

  it('is translated or refused, whatever it is', () => {
    const pieces = fc.constantFrom(...'abc()[]{}?*+|^$.\\-:<>=!#P0123 iQEdhR,', '(?i)', '(?>', '[[:alpha:]]', '\\p{L}');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), parts => {
        try {
          compile(parts.join(''), true);
        } catch (error) {
          expect(error).toBeInstanceOf(RegexFault);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
