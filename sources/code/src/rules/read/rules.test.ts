import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRules } from './rules.js';

const whole = `rules:
  - id: one
    languages: [python, js]
    severity: HIGH
    message: found $X
    patterns:
      - pattern: f($X)
      - pattern-not-inside: |
          def g(...):
            ...
      - metavariable-regex: {metavariable: $X, regex: ^a}
      - focus-metavariable: $X
    paths: {include: [src], exclude: "*.test.py"}
    metadata: {cwe: "CWE-1: x", confidence: LOW}
  - id: two
    languages: [java]
    severity: INFO
    message: newer
    match:
      all:
        - f(...)
        - not: f(1)
        - inside: class $C { ... }
      where:
        - metavariable: $C
          regex: ^A
        - comparison: $N > 3
        - focus: $C
  - id: three
    mode: taint
    languages: [go]
    severity: WARNING
    message: taint
    pattern-sources: [{pattern: a(...), label: A}]
    pattern-sinks: [{pattern: b(...), requires: A and not (B or C)}]
    pattern-sanitizers: [{pattern: c(...), by-side-effect: true}]
    pattern-propagators: [{pattern: $A.add($B), from: $B, to: $A}]
`;

describe('rules', () => {
  it('are read in both spellings', () => {
    const { rules, faults } = readRules(whole, 'r.yaml');
    expect(faults).toEqual([]);
    expect(rules.map(({ id, severity, languages }) => [id, severity, languages])).toEqual([
      ['one', 'error', ['python', 'javascript']],
      ['two', 'info', ['java']],
      ['three', 'warning', ['go']],
    ]);
    expect(rules[0]!.search).toMatchObject({
      kind: 'all',
      of: [{ kind: 'pattern' }],
      not: [{ kind: 'inside' }],
      focus: [['$X']],
    });
    expect(rules[1]!.search).toMatchObject({
      kind: 'all',
      where: [{ kind: 'regex' }, { kind: 'comparison' }],
      focus: [['$C']],
    });
    expect(rules[2]!.taint!.sinks[0]!.requires).toEqual({
      and: [{ label: 'A' }, { not: { or: [{ label: 'B' }, { label: 'C' }] } }],
    });
  });

  it('are read from JSON too', () => {
    const json = JSON.stringify({
      rules: [{ id: 'a', languages: ['regex'], message: 'm', severity: 'LOW', 'pattern-regex': 'a' }],
    });
    expect(readRules(json, 'r.json').rules).toMatchObject([{ id: 'a', severity: 'info' }]);
  });

  const faulty = (lines: string) => {
    const text = `rules:\n  - id: good\n    languages: [python]\n    severity: INFO\n    message: m\n    pattern: a\n  - id: bad\n${lines}`;
    const { rules, faults } = readRules(text, 'r.yaml');
    return { others: rules.map(({ id }) => id), fault: faults[0] };
  };

  it.each([
    ['no languages', '    pattern: a\n', 'rule_syntax', 7],
    [
      'an unknown language',
      '    languages: [cobol]\n    severity: INFO\n    message: m\n    pattern: a\n',
      'unsupported',
      8,
    ],
    ['an unknown key', '    languages: [python]\n    patern: a\n', 'rule_syntax', 9],
    ['a mode of others', '    languages: [python]\n    mode: join\n', 'unsupported', 9],
    ['a wrong severity', '    languages: [python]\n    severity: BAD\n    pattern: a\n', 'rule_syntax', 9],
    ['nothing positive', '    languages: [python]\n    patterns:\n      - pattern-not: a\n', 'rule_syntax', 7],
    ['no sinks', '    languages: [python]\n    mode: taint\n    pattern-sources: [{pattern: a}]\n', 'rule_syntax', 7],
    [
      'no name of a metavariable',
      '    languages: [python]\n    patterns:\n      - pattern: a\n      - focus-metavariable: x\n',
      'rule_syntax',
      11,
    ],
    [
      'a wrong comparison',
      '    languages: [python]\n    patterns:\n      - pattern: $X\n      - metavariable-comparison:\n          comparison: $X >\n',
      'rule_syntax',
      12,
    ],
    [
      'a wrong requirement',
      '    languages: [python]\n    mode: taint\n    pattern-sources: [{pattern: a}]\n    pattern-sinks:\n      - pattern: b\n        requires: A and\n',
      'rule_syntax',
      13,
    ],
    ['a version of the future', '    languages: [python]\n    min-version: 99.0.0\n    pattern: a\n', 'unsupported', 9],
  ])('with %s are told with their place, and the others are there', (_, lines, kind, line) => {
    const { others, fault } = faulty(lines);
    expect(others).toEqual(['good']);
    expect(fault).toMatchObject({ kind, path: 'r.yaml', rule_id: 'bad', line });
    expect(fault!.column).toBeGreaterThan(0);
  });

  it('of a file that is no YAML are told with line and column', () => {
    expect(readRules('rules:\n  - id: [a\n', 'r.yaml').faults[0]).toMatchObject({
      kind: 'rule_syntax',
      path: 'r.yaml',
    });
    expect(readRules('', 'r.yaml').faults).toHaveLength(1);
    expect(readRules('a: 1\n', 'r.yaml').faults[0]).toMatchObject({ line: 1, column: 1 });
  });

  it('that were damaged are read or told, and never break the reader', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.nat(whole.length),
            fc.nat(12),
            fc.constantFrom('', '[', '}', ': ', '\n', '&a ', '*a', '- ', '"', '\t', '!', '%'),
          ),
          { minLength: 1, maxLength: 6 },
        ),
        changes => {
          let text = whole;
          for (const [at, length, put] of changes) text = text.slice(0, at) + put + text.slice(at + length);
          const { rules, faults } = readRules(text, 'r.yaml');
          for (const fault of faults) expect(fault.line).toBeGreaterThan(0);
          for (const rule of rules) expect(rule.languages.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('that repeat themselves without end are refused', () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(', ')}]`).join('\n')}\nrules: *h\n`;
    expect(readRules(bomb, 'r.yaml').faults[0]).toMatchObject({ kind: 'rule_syntax' });
  });
});
