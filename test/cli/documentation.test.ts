import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { bin, has, homeIn } from './mcp.js';

const projects = ['shell', 'node', ...(has('python3', 'apt-get install python3') ? ['python'] : [])];
const pages = [
  ...[
    'README.md',
    'docs/call.md',
    'docs/agents.md',
    'docs/code.md',
    'docs/context.md',
    'docs/folder.md',
    'docs/scan.md',
  ],
  ...projects.map(name => `examples/${name}/README.md`),
];
const folder = temporaryFolder();
mkdirSync(join(folder, 'bin'));
symlinkSync(bin, join(folder, 'bin/mcp'));
// What the pages about documents work on.
cpSync('examples/notes', join(folder, 'notes'), { recursive: true });
cpSync('examples/scan', join(folder, 'scan'), { recursive: true });
for (const name of projects) cpSync(`examples/${name}`, join(folder, name), { recursive: true });
const hasJq = has('jq', 'apt-get install jq');

/** Lines of a page that begin with `$ mcp`, each with what the page shows below it. */
function examplesOf(page: string): { line: string; shown: string }[] {
  const blocks = readFileSync(page, 'utf8')
    .split(/^ {4}\$ (?=mcp )/m)
    .slice(1);
  return blocks.map(block => {
    const [line = '', ...rest] = block.split('\n');
    const end = rest.findIndex(each => !each.startsWith('    '));
    return {
      line,
      shown: rest
        .slice(0, end)
        .map(each => `${each.slice(4)}\n`)
        .join(''),
    };
  });
}

describe.each(pages)('%s', page => {
  it.skipIf(!hasJq)('shows what its commands really print', () => {
    const examples = examplesOf(page);
    expect(examples.length).toBeGreaterThan(2);
    const home = homeIn(folder);
    const env = { ...home, PATH: `${join(folder, 'bin')}:${home.PATH}` };
    for (const { line, shown } of examples) {
      const { stdout, stderr } = spawnSync('sh', ['-c', line], { env, cwd: folder, encoding: 'utf8' });
      expect([line, stdout + stderr]).toEqual([line, shown]);
    }
  });
});
