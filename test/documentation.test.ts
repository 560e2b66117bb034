import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/engine.js';

const pages = ['README.md', ...readdirSync('docs').map(name => `docs/${name}`)].filter(name => name.endsWith('.md'));

describe('documentation', () => {
  it('has a page of limits that says what the limits table says', () => {
    const check = () => execFileSync(process.execPath, ['scripts/generate-limits.mjs', '--check'], { stdio: 'pipe' });
    expect(check).not.toThrow();
  });

  const examples = pages.flatMap(page =>
    [...readFileSync(page, 'utf8').matchAll(/^```js run\n([\s\S]{0,20000}?)^```$/gm)].map(
      match => [page, match[1]!] as const,
    ),
  );
  it.each(examples)('in %s has an example that prints what its comments say', (_, code) => {
    const env = { ...process.env, XDG_STATE_HOME: temporaryFolder() };
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', env });
    const promised = [...code.matchAll(/console\.log\(.*\);(?:\n)? ?\/\/ (.*)/g)].map(match => match[1]);
    expect(printed.trimEnd().split('\n')).toEqual(promised);
  });

  it.each(pages)('%s links only to files that exist', page => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]{1,200})(?:#[^)]{0,100})?\)/g)].map(
      match => match[1]!,
    );
    for (const link of links) expect(existsSync(join(dirname(page), link)), link).toBe(true);
  });
});
