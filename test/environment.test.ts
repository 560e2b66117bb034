import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/environment.md', 'utf8');
/** The names in the first column; of `MCP_ARG_<name>` what comes before the part that differs. */
const documented = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]{1,80})(?:<\w{1,20}>)?` \|/gm)].map(match => match[1]!);
const ours = /(?<![A-Za-z0-9_])(?:CONCORD|MCP|MCPBASH|CONTEXT|DOTNET)_[A-Z0-9_]{1,80}/g;

const roots = ['packages', 'sources'].flatMap(place => readdirSync(place).map(name => join(place, name, 'src')));
const code = [...roots, 'sources/folder/sdk']
  .flatMap(root => readdirSync(root, { recursive: true, encoding: 'utf8' }).map(name => join(root, name)))
  .filter(file => /\.(?:c?ts|mjs|sh|awk)$/.test(file) && !file.endsWith('.test.ts'))
  .map(file => readFileSync(file, 'utf8'))
  .join('\n');
const read = new Set(code.match(ours));

/** Whether a name is only the beginning of names that the code puts together: `'MCP_PROMPT'` of `MCP_PROMPT_NAME`. */
function isBeginning(name: string): boolean {
  const isQuoted = code.includes(`'${name}'`) || code.includes(`${name}\${`) || name.endsWith('_');
  return isQuoted && documented.some(each => each.startsWith(name.endsWith('_') ? name : `${name}_`));
}

/** Whether the code puts a name together of a beginning and an end that both stand in it. */
function isPutTogether(name: string): boolean {
  const cuts = [...name.matchAll(/_/g)].map(({ index }) => [name.slice(0, index), name.slice(index + 1)] as const);
  return cuts.some(
    ([beginning, end]) => code.includes(`'${beginning}'`) && (code.includes(`'${end}'`) || code.includes(`}_${end}\``)),
  );
}

describe('the page of environment variables', () => {
  it('is what its script makes', () => {
    const check = () =>
      execFileSync(process.execPath, ['scripts/generate-environment.mjs', '--check'], { stdio: 'pipe' });
    expect(check).not.toThrow();
  });

  it('has every name that the code reads or sets', () => {
    expect([...read].filter(name => !documented.includes(name) && !isBeginning(name))).toEqual([]);
  });

  it('has no name that the code does not know', () => {
    const isOurs = (name: string) => new RegExp(ours).test(name);
    // Proxies are read in both spellings.
    const isKnown = (name: string) =>
      isOurs(name) ? read.has(name) || isPutTogether(name) : new RegExp(`\\b${name}\\b`, 'i').test(code);
    expect(documented.length).toBeGreaterThan(100);
    expect(documented.filter(name => !isKnown(name))).toEqual([]);
  });

  it('has every name once', () => {
    expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([]);
  });
});
