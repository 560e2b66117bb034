// Prepares a release without publishing anything: the version in every package, the changelog, the tarballs and their checksums.
// Usage: npm run release -- <version> [--date YYYY-MM-DD] [--dry-run]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { changelogWith, packageWith } from './release-edits.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = orFail(() =>
  parseArgs({
    allowPositionals: true,
    options: { date: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  }),
);
const [version] = positionals;
const date = values.date ?? new Date().toISOString().slice(0, 10);
if (positionals.length !== 1 || !/^\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[0-9A-Za-z.-]{1,40})?$/.test(version))
  fail('Which version? For example: npm run release -- 0.2.0');
if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
  fail('--date must be a day such as 2026-01-31');

const run = (command, ...args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
if (!values['dry-run'] && run('git', 'status', '--porcelain').trim() !== '')
  fail('There are changes that are not committed. Commit them first, or try it with --dry-run');

const manifests = [
  'package.json',
  ...run('git', 'ls-files', '*/package.json')
    .split('\n')
    .filter(path => /^(?:packages|sources|examples)\/[^/]+\/package\.json$|^bench\/package\.json$/.test(path)),
];
const edits = new Map([['CHANGELOG.md', orFail(() => changelogWith(read('CHANGELOG.md'), version, date))]]);
for (const path of manifests) edits.set(path, packageWith(read(path), version));

if (values['dry-run']) {
  for (const [path, text] of edits) if (text !== read(path)) process.stdout.write(`would change ${path}\n`);
  process.stdout.write(`would write release/${version}: tarballs and SHA256SUMS\n`);
  process.exit(0);
}

for (const [path, text] of edits) writeFileSync(join(root, path), text);
run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--silent');
run('npm', 'run', 'build', '--silent');
const folder = join(root, 'release', version);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
run('node', 'scripts/pack.mjs', folder);
const libraries = manifests.filter(path => /^(?:packages|sources)\//.test(path) && !path.startsWith('packages/cli/'));
for (const path of libraries)
  run(
    'npm',
    'pack',
    '--ignore-scripts',
    '--silent',
    '--pack-destination',
    folder,
    `./${path.replace('/package.json', '')}`,
  );
const sums = readdirSync(folder)
  .sort()
  .map(
    name =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
process.stdout.write(
  [
    `release/${version} has ${sums.length} tarballs and their checksums. Nothing is committed, tagged or published.`,
    'next: npm test, then',
    `  git commit -am "Release ${version}" && git tag v${version}`,
    `  npm publish release/${version}/concord-${version}.tgz`,
    '',
  ].join('\n'),
);

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** What `work` gives. Where it throws, its message is all that is said. */
function orFail(work) {
  try {
    return work();
  } catch (error) {
    return fail(error.message);
  }
}

function fail(message) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(1);
}
