import { describe, expect, it } from 'vitest';
import type { Binding } from '../../match/match.js';
import { readComparison } from '../comparison.js';
import { compareBindings } from './compare.js';

const binding = (text: string, constant?: Binding['constant']): Binding => ({
  start: 0,
  end: text.length,
  text,
  node: 1,
  count: 1,
  ...(constant !== undefined && { constant }),
});
const bindings = new Map([
  ['$N', binding('0o777')],
  ['$S', binding('"40"')],
  ['$X', binding('width', 7)],
  ['$CODE', binding('os.getenv("A")')],
  ['$NAME', binding('user')],
]);
const holds = (text: string, more: { base?: number; strip?: boolean } = {}) =>
  compareBindings({ kind: 'comparison', comparison: readComparison(text), strip: false, ...more }, bindings, true);

describe('a comparison', () => {
  it.each([
    ['$N > 0o650 and $N < 0o100000', true],
    ['$N == 511', true],
    ['$X % 2 == 1', true],
    ['$X * 2 + 1 >= 15 and not $X > 8', true],
    ['2 ** 3 ** 2 == 512', true],
    ['-2 ** 2 == -4', true],
    ['1 < $X < 8', true],
    ['1 < $X < 5', false],
    ['$N & 0o7 == 0o7', true],
    ['int($S) > 39', true],
    ['$S > 39', false],
    ['str($CODE) == "os.getenv(\\"A\\")"', true],
    ['str($NAME) == "user"', true],
    ['$CODE == 1', false],
    ['re.match("^o.*env", str($CODE))', true],
    ['re.match("env", str($CODE))', false],
    ['$X in [1, 7]', true],
    ['$X not in [1, 7]', false],
    ['"se" in str($NAME)', true],
    ['len(str($NAME)) == 4', true],
    ['float("1.5") < 2', true],
    ['strptime("2001-01-01") < today()', true],
    ['$MISSING == 1', false],
    ['unknown($X)', false],
    ['1 / 0 > 5', true],
    ['not_a_name', false],
  ])('%s is %s', (text, expected) => {
    if (text === 'not_a_name') expect(() => readComparison(text)).toThrow('not understood');
    else expect(holds(text)).toBe(expected);
  });

  it('takes texts as numbers where it says so', () => {
    expect(holds('$S > 39', { strip: true })).toBe(true);
    expect(holds('$S == 64', { strip: true, base: 16 })).toBe(true);
  });

  it.each(['1 +', '(1', '[1', '1 2', '$x', '"a', 'a b', '@'])('%s is refused', text => {
    expect(() => readComparison(text)).toThrow();
  });
});
