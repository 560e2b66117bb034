import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/engine.js';

const packages = [
  ...['packages', 'sources'].flatMap(place => readdirSync(place).map(name => join(place, name))),
  'examples/demo',
  'bench',
];
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync('docs').map(name => `docs/${name}`),
  ...packages.map(path => join(path, 'README.md')),
].filter(name => name.endsWith('.md'));

describe('documentation', () => {
  it('has a page of limits that says what the limits table says', () => {
    const check = () => execFileSync(process.execPath, ['scripts/generate-limits.mjs', '--check'], { stdio: 'pipe' });
    expect(check).not.toThrow();
  });

  it('leaves no cap out of the page of limits', () => {
    const limits = readFileSync('docs/limits.md', 'utf8');
    const bounding = /(?:^|_)(?:MAX|MOST|LIMIT|LARGEST|LONGEST|BYTES|SIZE|KB)(?:_|$)/;
    const variables = [
      ...readFileSync('docs/environment.md', 'utf8').matchAll(/^\| `([A-Z_]{1,80})` \| (?!off|on|-)/gm),
    ];
    const missing = variables
      .map(([, name]) => name!)
      .filter(name => bounding.test(name) && !limits.includes(`\`${name}\``));
    const roots = packages.filter(path => /^(?:packages|sources)/.test(path)).map(path => join(path, 'src'));
    const constants = roots
      .flatMap(root => readdirSync(root, { recursive: true, encoding: 'utf8' }).map(name => join(root, name)))
      .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap(file =>
        [...readFileSync(file, 'utf8').matchAll(/^(?:export )?const ([A-Z][A-Z_]{1,60}) = [0-9]/gm)].map(
          ([, name]) => ({ file, name: name! }),
        ),
      );
    const left = constants.filter(
      ({ file, name }) =>
        bounding.test(name) &&
        !name.startsWith('BYTES_') &&
        !limits.includes(`| ${name.toLowerCase().replaceAll('_', ' ')} | `) &&
        !limits.includes(`\`${file}\``),
    );
    expect(variables.length).toBeGreaterThan(50);
    expect(constants.length).toBeGreaterThan(100);
    expect([...missing, ...left]).toEqual([]);
  });

  it('has a map of folders that says what the packages say', () => {
    const check = () =>
      execFileSync(process.execPath, ['scripts/generate-folder-map.mjs', '--check'], { stdio: 'pipe' });
    expect(check).not.toThrow();
  });

  it.each(packages.filter(path => /^(?:packages|sources)/.test(path)))(
    'of %s names each of its folders, and no other',
    path => {
      const readme = readFileSync(join(path, 'README.md'), 'utf8');
      const named = [...readme.matchAll(/^\| `(src[^`]{0,100})` \|/gm)].map(match => match[1]!);
      const files = readdirSync(join(path, 'src'), { recursive: true, encoding: 'utf8' });
      const folders = files.filter(file => /\.c?ts$/.test(file)).map(file => join('src', dirname(file)));
      const isNamed = (folder: string) => named.includes(folder.replace(/^(src\/commands)\/.*/, '$1/<verb>'));
      // The index alone is not worth a row.
      expect([...new Set(folders)].filter(folder => folder !== 'src' && !isNamed(folder))).toEqual([]);
      expect(named.filter(folder => !folder.endsWith('<verb>') && !folders.includes(folder))).toEqual([]);
    },
  );

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

  it.each(pages)('%s names only files of this tree that exist', page => {
    const place = /`((?:packages|sources|examples|bench|scripts|docs)\/[\w./-]{1,200}|test\/[\w./-]{1,200}\.m?ts)`/g;
    const named = [...readFileSync(page, 'utf8').matchAll(place)].map(match => match[1]!);
    expect(named.filter(path => !existsSync(path) && !existsSync(join(dirname(page), path)))).toEqual([]);
  });

  it.each(pages)('%s links only to files that exist', page => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]{1,200})(?:#[^)]{0,100})?\)/g)].map(
      match => match[1]!,
    );
    for (const link of links) expect(existsSync(join(dirname(page), link)), link).toBe(true);
  });

  // Paths in the page about folders are those of its reader's project.
  it.each(pages.filter(page => page !== 'docs/folder.md'))('%s names only paths of the repository that exist', page => {
    const text = readFileSync(page, 'utf8');
    const named = [...text.matchAll(/`((?:packages|sources|examples|bench|test|scripts|docs|bin)\/[\w./-]{1,200})`/g)];
    const paths = named.map(match => match[1]!).filter(path => !/(?:^|\/)(?:dist|generated|node_modules)\//.test(path));
    expect([...new Set(paths)].filter(path => !existsSync(path))).toEqual([]);
  });

  it.each(pages)('%s names only scripts of npm that exist', page => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = [...readFileSync(page, 'utf8').matchAll(/npm run ([\w:-]{1,40})/g)].map(match => match[1]!);
    expect(named.filter(name => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
