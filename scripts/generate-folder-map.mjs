// Writes the map of folders into docs/architecture.md from the READMEs of the packages; with --check only says whether it is current.
import { readFileSync, writeFileSync } from 'node:fs';

/** In the order data passes: what a command or a client meets first comes first. */
const packages = [
  ...[
    'packages/cli',
    'packages/daemon',
    'packages/client',
    'packages/server',
    'packages/gateway',
    'packages/store',
    'packages/engine',
    'packages/contract',
  ],
  ...['sources/upstream', 'sources/folder', 'sources/dotnet', 'sources/code', 'sources/context'],
];
const file = new URL('../docs/architecture.md', import.meta.url);
const marks = ['<!-- folders: made by npm run folders -->\n', '<!-- end of folders -->'];

const map = packages.map(path => {
  const readme = readFileSync(new URL(`../${path}/README.md`, import.meta.url), 'utf8');
  const rows = /^## Folders\n\n((?:\|.*\n)+)/m.exec(readme)?.[1];
  if (rows === undefined) throw new Error(`${path}/README.md has no table under "## Folders"`);
  return `### [${path}](../${path}/README.md)\n\n${rows}`;
});

const page = readFileSync(file, 'utf8');
const [start, end] = [page.indexOf(marks[0]) + marks[0].length, page.indexOf(marks[1])];
if (start < marks[0].length || end < start) throw new Error('docs/architecture.md has no place for the map of folders');
const made = `${page.slice(0, start)}\n${map.join('\n')}\n${page.slice(end)}`;

if (process.argv.includes('--check')) {
  if (page !== made) {
    console.error('docs/architecture.md is not current: npm run folders');
    process.exitCode = 1;
  }
} else writeFileSync(file, made);
