import { describe, expect, it } from 'vitest';
import { type Models, readModel } from './model.js';
import { readRules } from './rules.js';

const files: Record<string, string> = {
  python:
    'sets:\n  request: [{set: flask}, {pattern: a(...)}]\n  flask: [{pattern: b(...), label: B}]\n  round: [{set: round}]\n',
  javascript: 'sets:\n  request: [{set: python/flask}]\n  bad: [{pattern: a(...), lable: A}]\n',
};
const modelsOf = (texts: Record<string, string>): Models => {
  const models: Models = language =>
    texts[language] === undefined ? undefined : readModel(texts[language], `${language}/model.yaml`, models);
  const known = new Map<string, ReturnType<Models>>();
  return language => {
    if (!known.has(language)) known.set(language, models(language));
    return known.get(language);
  };
};
const rule = (sources: string, language = 'python', more = '') =>
  `rules:\n  - id: t\n    languages: [${language}]\n    severity: INFO\n    message: m\n    mode: taint\n    pattern-sources: ${sources}\n    pattern-sinks: [{pattern: s(...)}]\n${more}`;
const read = (text: string, texts = files) => readRules(text, 'rule.yaml', modelsOf(texts));

describe('sets of parts', () => {
  it('stand where a part would, in order, with the sets they take in', () => {
    const [found] = read(rule('[{pattern: c()}, {set: request}]')).rules;
    expect(found!.taint!.sources.map(({ label }) => label)).toEqual([undefined, 'B', undefined]);
  });

  it('are the same objects in every rule that takes them in', () => {
    const text = rule('[{set: request}]');
    const { rules } = read(`${text}${text.replace('rules:\n', '').replace('id: t', 'id: u')}`);
    expect(rules[0]!.taint!.sources[0]).toBe(rules[1]!.taint!.sources[0]);
  });

  it('can be those of another language, or of the file itself', () => {
    expect(read(rule('[{set: request}]', 'javascript')).rules[0]!.taint!.sources[0]!.label).toBe('B');
    expect(read(rule('[{set: python/flask}]', 'go')).rules).toHaveLength(1);
    expect(read(rule('[{set: own}]', 'go', 'sets:\n  own: [{pattern: x()}]\n')).rules).toHaveLength(1);
  });

  it('change the hash of the rules that take them in', () => {
    const changed = { ...files, python: files.python!.replace('b(...)', 'd(...)') };
    const hash = (text: string, texts = files) => read(text, texts).rules[0]!.hash;
    expect(hash(rule('[{set: request}]'), changed)).not.toBe(hash(rule('[{set: request}]')));
    const other = rule('[{set: request}]', 'javascript');
    expect(hash(other, changed)).not.toBe(hash(other));
    expect(hash(rule('[{pattern: c()}]'), changed)).toBe(hash(rule('[{pattern: c()}]')));
  });

  it.each([
    ['that are not there', '[{set: nothing}]', 'python', "there is no set 'nothing'", 'rule.yaml'],
    ['of languages without a model', '[{set: cobol/x}]', 'python', "there is no set 'x'", 'rule.yaml'],
    ['that take each other in', '[{set: round}]', 'python', 'sets take each other in', 'python/model.yaml'],
    ['with a part that is wrong', '[{set: bad}]', 'javascript', "a source has no key 'lable'", 'javascript/model.yaml'],
    ['with keys beside', '[{set: flask, label: A}]', 'python', "a set has no key 'label'", 'rule.yaml'],
  ])('%s are told', (_, sources, language, message, path) => {
    const { rules, faults } = read(rule(sources, language));
    expect(rules).toEqual([]);
    expect(faults).toMatchObject([{ kind: 'rule_syntax', message, path, rule_id: 't' }]);
  });
});

describe('guards', () => {
  it('say what they clear, and when', () => {
    const more = '    pattern-guards: [{pattern: ok($X), clears: $X}, {pattern: bad($X), clears: $X, when: false}]\n';
    const [found] = read(rule('[a()]', 'python', more)).rules;
    expect(found!.taint!.guards).toMatchObject([
      { clears: '$X', when: true },
      { clears: '$X', when: false },
    ]);
  });

  it('without what they clear are told', () => {
    const { faults } = read(rule('[a()]', 'python', '    pattern-guards: [{pattern: ok($X)}]\n'));
    expect(faults).toMatchObject([{ message: "a guard has no 'clears'" }]);
  });
});
