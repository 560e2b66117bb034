import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInRules, loadRules, type Rule } from '@concord/source-code';
import { describe, expect, it } from 'vitest';
import { run } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

const folder = builtInRules();
const { rules, faults } = loadRules(folder, ['.']);
const endings: Readonly<Record<string, readonly string[]>> = {
  python: ['py'],
  javascript: ['js', 'jsx', 'ts', 'tsx'],
  typescript: ['ts', 'tsx'],
  java: ['java'],
  go: ['go'],
  csharp: ['cs'],
};
const languages = Object.keys(endings);
const CWE = /^CWE-\d{1,4}: [A-Z]/;
const OWASP = [/^A(?:0[1-9]|10):2021 - [A-Z]/, /^A(?:0[1-9]|10):2025 - [A-Z]/];

const languageOf = ({ id }: Rule) => id.slice(0, id.indexOf('/'));
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value ?? '')]);

/** The files beside a rule that say what it shall find. */
function testFiles({ id, path }: Rule): string[] {
  const stem = join(folder, path.replace(/\.yaml$/, ''));
  return endings[id.slice(0, id.indexOf('/'))]!.map(ending => `${stem}.${ending}`).filter(file => existsSync(file));
}

describe('the built-in rules', () => {
  it('can all be read', () => {
    expect(faults).toEqual([]);
  });

  it('are those of six languages', () => {
    expect(new Set(rules.map(languageOf))).toEqual(new Set(languages));
  });

  it('find what their test files say, and nothing else', async () => {
    const { code, stdout } = await run(['scan', '--test', folder], temporaryFolder());
    expect(stdout).toContain(' 0 wrong');
    expect(code).toBe(0);
  });

  it('have no files beside them that nothing reads', () => {
    const known = new Set(rules.flatMap(rule => [join(folder, rule.path), ...testFiles(rule)]));
    const others = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .filter(path => !known.has(path) && !path.endsWith('/model.yaml') && !/\.fixed\.\w{1,5}$/.test(path));
    expect(others).toEqual([]);
  });
});

describe.each(rules.map(rule => [rule.id, rule] as const))('%s', (id, rule) => {
  it('says what it is about', () => {
    const { metadata, message, confidence } = { ...rule, confidence: String(rule.metadata.confidence) };
    expect(rule.path.replace(/\\/g, '/')).toBe(`${id}.yaml`);
    expect(rule.languages).toContain(languageOf(rule));
    for (const cwe of texts(metadata.cwe)) expect(cwe).toMatch(CWE);
    for (const year of OWASP) expect(texts(metadata.owasp).some(each => year.test(each))).toBe(true);
    expect(['HIGH', 'MEDIUM', 'LOW']).toContain(confidence);
    expect(message.length).toBeGreaterThan(40);
    expect(message).toMatch(/\.$/);
    for (const reference of texts(metadata.references)) expect(reference).toMatch(/^https:\/\/\S{5,200}$/);
  });

  it('shows in its test file what it finds and what it leaves alone', () => {
    const lines = testFiles(rule).flatMap(file => readFileSync(file, 'utf8').split('\n'));
    const count = (kind: string) => lines.filter(line => line.includes(`${kind}: ${id}`)).length;
    expect(count('ruleid')).toBeGreaterThanOrEqual(3);
    expect(count(' ok')).toBeGreaterThanOrEqual(3);
  });
});
