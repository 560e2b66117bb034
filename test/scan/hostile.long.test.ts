import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { run } from '../cli/mcp.js';
import { temporaryFolder } from '../support/engine.js';

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let at = seed;
  return below => {
    at = (at * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (at >> 8) % below;
  };
}

const kinds = ['rule_syntax', 'unsupported', 'parse', 'timeout', 'too_large', 'io'];

/** Scans, and gives the document; whatever the input is, it fits its schema and no fault is one of the engine. */
async function scanned(folder: string, ...args: string[]) {
  const { code, stdout } = await run(['scan', '--json', '--no-cache', '--fail-on', 'never', ...args], folder);
  const document = JSON.parse(stdout);
  expect([0, 3]).toContain(code);
  expect(explain('scan', document)).toEqual([]);
  for (const { kind, message } of document.errors) {
    expect(kinds).toContain(kind);
    expect(message).not.toContain('the engine failed');
  }
  return document;
}

const ruleFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml'))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'));

describe('hostile input', () => {
  it('reads 200 rule files that were broken at random', async () => {
    const folder = temporaryFolder();
    const pick = numbers(3);
    const texts = ruleFiles('sources/code/rules');
    const pieces = [
      ':',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '&x ',
      '*x',
      '!!js/function ',
      '\t',
      '\0',
      '"',
      'null',
      '1e999',
      '? ',
    ];
    mkdirSync(join(folder, 'rules'));
    writeFileSync(join(folder, 'a.py'), 'import yaml\nyaml.load(x)\n');
    for (let index = 0; index < 200; index++) {
      let text = texts[index % texts.length]!;
      for (let change = pick(4); change >= 0; change--) {
        const at = pick(text.length + 1);
        const way = pick(4);
        if (way === 0) text = text.slice(0, at) + text.slice(at + pick(12));
        else if (way === 1) text = text.slice(0, at) + text.slice(pick(text.length + 1)).slice(0, 12) + text.slice(at);
        else if (way === 2) text = text.slice(0, at) + pieces[pick(pieces.length)] + text.slice(at);
        else text = text.slice(0, at);
      }
      writeFileSync(join(folder, `rules/r${index}.yaml`), text);
    }
    const { errors } = await scanned(folder, '.', '--rules', 'rules');
    for (const { kind, path, line } of errors)
      if (kind === 'rule_syntax') expect([path, line]).not.toContain(undefined);
  });

  it.each([
    ['python', 'py', 'x = '],
    ['js', 'js', 'x = '],
    ['ts', 'ts', 'x = '],
    ['java', 'java', 'class A { int x = '],
    ['go', 'go', 'package a\nvar x = '],
    ['csharp', 'cs', 'class A { int x = '],
  ])('answers %s that is nested ten thousand deep', async (language, ending, before) => {
    const folder = temporaryFolder();
    const nested = (open: string, close: string) => `${before}${open.repeat(10_000)}1${close.repeat(10_000)}`;
    writeFileSync(join(folder, `a.${ending}`), nested('(', ')'));
    writeFileSync(join(folder, `b.${ending}`), nested('[', ']'));
    writeFileSync(join(folder, `c.${ending}`), nested('f(', ')'));
    writeFileSync(join(folder, `d.${ending}`), nested('{', '}'));
    writeFileSync(join(folder, `e.${ending}`), `${before}${'1 + '.repeat(10_000)}1`);
    await scanned(folder, '.', '--pattern', 'f($X)', '--lang', language, '--timeout', '10');
  });

  it('reads a rule of a thousand alternatives, and a thousand rules', async () => {
    const folder = temporaryFolder();
    const names = Array.from({ length: 1_000 }, (_, index) => `f${index}($X)`);
    const rule = (id: string, rest: object) => ({ id, languages: ['python'], severity: 'INFO', message: 'x', ...rest });
    const rules = [
      rule('either', { 'pattern-either': names.map(pattern => ({ pattern })) }),
      ...names.map((pattern, index) => rule(`r${index}`, { pattern })),
    ];
    writeFileSync(join(folder, 'rules.json'), JSON.stringify({ rules }));
    writeFileSync(join(folder, 'a.py'), 'f7(1)\nf999(2)\nf1000(3)\n');
    const { findings, errors } = await scanned(folder, 'a.py', '--rules', 'rules.json');
    expect([findings.length, errors]).toEqual([4, []]);
  });

  it('leaves out a file of a hundred megabytes, and reads a line of five', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'large.py'), Buffer.alloc(100 * 1_048_576, 'x = 1\n'));
    writeFileSync(join(folder, 'line.py'), `x = [${'f(1), '.repeat(800_000)}]\n`);
    const { errors } = await scanned(folder, '.', '--pattern', 'g($X)', '--lang', 'python', '--max-bytes', '10m');
    expect(errors).toMatchObject([{ kind: 'too_large', path: 'large.py' }]);
  });
});
