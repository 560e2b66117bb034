import { describe, expect, it } from 'vitest';
import { fitsWildcards } from './wildcards.js';

describe('wildcards', () => {
  it.each([
    ['read_*', 'read_file', true],
    ['read_*', 'pre_read_file', false],
    ['*', '', true],
    ['?', '', false],
    ['[a-c]?', 'bx', true],
    ['[!a-c]*', 'bx', false],
    ['[]]', ']', true],
    ['[', '[', true],
    ['a[', 'a[', true],
    ['*a*b*c', 'xxaxxbxxc', true],
  ])('%s on %s is %s', (pattern, text, fits) => {
    expect(fitsWildcards(pattern, text)).toBe(fits);
  });
});
