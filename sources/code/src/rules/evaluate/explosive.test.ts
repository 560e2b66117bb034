import { describe, expect, it } from 'vitest';
import { isExplosive } from './explosive.js';

describe('an expression explodes', () => {
  it.each([
    ['a repetition of nothing but a repetition', '^(a+)+$'],
    ['with a sign before it', 'x([a-z]+)*x'],
    ['of any sign', '(.*)*y'],
    ['deeper', '^((a|b)+)*$'],
    ['alternatives that are the same', '(a|a)*b'],
    ['alternatives that overlap', '^(\\w|\\d)+$'],
    ['one alternative that is several of another', '(a|aa)*c'],
    ['a part between that may be missing', '^([a-z]+,?)+$'],
    ['a part between that is among the signs', '^([a-z,]+,)+$'],
    ['a counted loop', '^([a-z]{2,})*$'],
    ['spaces around words', '^(\\s*\\w+\\s*)+$'],
  ])('with %s', (_, pattern) => {
    expect(isExplosive(pattern)).toBe(true);
  });
});

describe('an expression does not explode', () => {
  it.each([
    ['without a loop in a loop', '^a+b*$'],
    ['with words that a sign parts', '^([a-z]+,)*[a-z]+$'],
    ['with lines', '(?:[ \\t]*\\n)*'],
    ['with labels of a host', '^(?:[a-z0-9-]+\\.)+[a-z]{2,}$'],
    ['with texts in quotes', '^(?:"[^"]*"\\s*(?:,\\s*|$))*$'],
    ['with a part that must follow', '^(\\.[^.]+)*$'],
    ['with alternatives that differ', '^(?:a|b|c)*$'],
    ['with one alternative beginning as another', '(a|ab)*c'],
    ['with a loop that ends', '^(?:[a-z]+){1,3}$'],
    ['with what gives nothing back', '^(a++)+$'],
    ['with escapes in sets', '^([\\w.-]+@)+$'],
    ['that cannot be read', '((a+)+'],
  ])('%s', (_, pattern) => {
    expect(isExplosive(pattern)).toBe(false);
  });
});
