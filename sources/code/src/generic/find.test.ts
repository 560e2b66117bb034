import { describe, expect, it } from 'vitest';
import { findGeneric } from './find.js';
import { readGenericPattern } from './pattern.js';

const found = (pattern: string, text: string, options = {}) =>
  findGeneric(readGenericPattern(pattern, options), text).map(({ start, end }) => text.slice(start, end));

describe('a generic pattern', () => {
  it.each([
    ['words however they are laid out', 'a = b', 'a  =\n  b', ['a  =\n  b']],
    ['no part of a word', 'foo', 'foobar foo', ['foo']],
    ['a metavariable for one word', 'set $X on', 'set debug on', ['set debug on']],
    ['the same metavariable twice', '$X = $X', 'a = a; a = b', ['a = a']],
    ['dots between', 'begin ... end', 'begin 1 2 end', ['begin 1 2 end']],
    ['dots that are nothing', 'a ... b', 'a b', ['a b']],
    ['dots that stay in their brackets', 'a(... b', 'a(1) b', []],
    ['dots over whole brackets', 'f(..., x)', 'f((1, 2), x)', ['f((1, 2), x)']],
    ['dots to the end of brackets', 'f(...)', 'f(a (b) c) d', ['f(a (b) c)']],
    ['words for an ellipsis metavariable', 'key $...V ;', 'key a b c ;', ['key a b c ;']],
    ['signs', '<$TAG ...>', '<a href="x">', ['<a href="x">']],
  ])('matches %s', (_, pattern, text, expected) => {
    expect(found(pattern, text)).toEqual(expected);
  });

  it('reaches over ten lines and no more', () => {
    expect(found('a ... b', `a${'\nx'.repeat(9)}\nb`)).toHaveLength(1);
    expect(found('a ... b', `a${'\nx'.repeat(11)}\nb`)).toEqual([]);
    expect(found('a ... b', `a${'\nx'.repeat(11)}\nb`, { generic_ellipsis_max_span: 20 })).toHaveLength(1);
  });

  it('passes over comments where their style is known', () => {
    expect(found('a b', 'a # no\nb', { generic_comment_style: 'shell' })).toEqual(['a # no\nb']);
  });
});
