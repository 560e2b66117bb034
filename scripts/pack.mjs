// Makes one tarball of the command with everything it needs: `npm i -g concord-<version>.tgz` gives `mcp`. Needs the build.
// Usage: node scripts/pack.mjs [folder]   (default: pack/)
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const target = resolve(given[0] ?? join(root, 'pack'));
const bundle = join(root, 'packages/cli/dist/bundle');
const { version, description, license, engines } = readPackage(root);

if (given.length > 1 || given[0]?.startsWith('-'))
  fail('Expected at most one argument, a folder', 'npm run pack -- DIR');
if (statSync(target, { throwIfNoEntry: false })?.isDirectory() === false)
  fail(`${target} is not a folder`, 'npm run pack -- DIR');
if (!existsSync(join(bundle, 'mcp.cjs'))) fail('mcp is not built yet', 'npm run build');

/** What the bundle loads by name at run time instead of holding it. */
const loadedByName = ['amaro', 'node-sqlite3-wasm'];

const staging = join(target, 'concord');
rmSync(staging, { recursive: true, force: true });
mkdirSync(staging, { recursive: true });
cpSync(bundle, staging, { recursive: true });
for (const file of ['LICENSE', 'CHANGELOG.md', 'README.md', 'SECURITY.md'])
  cpSync(join(root, file), join(staging, file));
for (const name of loadedByName)
  cpSync(join(root, 'node_modules', name), join(staging, 'node_modules', name), { recursive: true });
const dependencies = Object.fromEntries(
  loadedByName.map(name => [name, readPackage(join(root, 'node_modules', name)).version]),
);
const manifest = {
  name: 'concord',
  version,
  description,
  license,
  engines,
  bin: { mcp: 'mcp.cjs' },
  exports: {},
  dependencies,
  bundleDependencies: loadedByName,
};
writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', target], {
  cwd: staging,
  encoding: 'utf8',
});
rmSync(staging, { recursive: true, force: true });
process.stdout.write(`${join(target, packed.trim().split('\n').at(-1))}\n`);

function readPackage(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function fail(message, next) {
  process.stderr.write(`error: ${message}\nnext: ${next}\n`);
  process.exit(1);
}
