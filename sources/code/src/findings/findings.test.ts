import { describe, expect, it } from 'vitest';
import { newFindings, readBaseline } from './baseline.js';
import { interpolate } from './interpolate.js';
import { factsOf } from './metadata.js';
import { isSuppressed } from './suppression.js';

describe('a comment that accepts a finding', () => {
  const accepted = (lines: string[], line: number, rule = 'a.b.rule') =>
    isSuppressed(rule, line, each => lines[each - 1] ?? '');
  it.each([
    ['on its line', ['x() # nosemgrep'], 1, true],
    ['with its rule', ['x() // nosem: a.b.rule'], 1, true],
    ['with the end of its name', ['x() # nosemgrep: rule, other'], 1, true],
    ['for another rule', ['x() # nosemgrep: other'], 1, false],
    ['on the line above', ['# concord-ignore', 'x()'], 2, true],
    ['behind code on the line above', ['y() # nosemgrep', 'x()'], 2, false],
    ['in a text', ['x("nosemgrep")'], 1, false],
  ])('%s', (_, lines, line, expected) => {
    expect(accepted(lines, line)).toBe(expected);
  });
});

describe('a baseline', () => {
  it('knows each finding as often as it was there', () => {
    const finding = { fingerprint: 'a' } as never;
    expect(newFindings([finding, finding], [{ fingerprint: 'a' }])).toHaveLength(1);
  });
  it('says what is wrong with its file', () => {
    expect(() => readBaseline('{')).toThrow('no JSON');
    expect(() => readBaseline('{}')).toThrow("no list 'findings'");
  });
});

describe('texts of rules', () => {
  const binding = (text: string, constant?: string) => ({
    start: 0,
    end: 0,
    text,
    node: -1,
    count: 0,
    ...(constant !== undefined && { constant }),
  });
  it('take what metavariables stand for, also as a beginning of a word, and leave the rest', () => {
    const bindings = new Map([
      ['$X', binding('x', '5')],
      ['$...ARGS', binding('1, 2')],
      ['$1', binding('one')],
    ]);
    expect(interpolate('$X value($X) $...ARGS $1 $Y $XS', bindings)).toBe('x 5 1, 2 one $Y xS');
  });
  it('give weaknesses in one form', () => {
    expect(factsOf({ cwe: ['CWE-079: x', 89], owasp: 'A01', confidence: 'HIGH' })).toMatchObject({
      cwe: ['CWE-79', 'CWE-89'],
      owasp: ['A01'],
      confidence: 'high',
    });
  });
});
