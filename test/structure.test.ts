import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = ['packages', 'sources'].flatMap(group =>
  readdirSync(join(root, group))
    .map(name => `${group}/${name}`)
    .filter(path => existsSync(join(root, path, 'src'))),
);

/** The modules of a package, without its tests. */
function modulesOf(path: string): string[] {
  return readdirSync(join(root, path, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.c?ts$/.test(name) && !/\.test\.ts$/.test(name))
    .map(name => join(root, path, 'src', name));
}

/** What a module imports: the words between the quotes of every import. */
function importsOf(module: string): string[] {
  return [...readFileSync(module, 'utf8').matchAll(/(?:from|import\()\s{0,9}'([^']{1,300})'/g)].map(
    ([, name]) => name!,
  );
}

/** Which folders of a package import from which. The list of public names, `src/index.ts`, may import everything. */
function foldersOf(path: string): Map<string, Set<string>> {
  const src = join(root, path, 'src');
  const found = new Map<string, Set<string>>();
  for (const module of modulesOf(path).filter(each => each !== join(src, 'index.ts'))) {
    const from = relative(src, dirname(module)) || '.';
    const others = importsOf(module)
      .filter(name => name.startsWith('.'))
      .map(name => relative(src, dirname(resolve(dirname(module), name))) || '.');
    found.set(from, new Set([...(found.get(from) ?? []), ...others.filter(to => to !== from)]));
  }
  return found;
}

/** A way from a folder back to itself; undefined where there is none. */
function circleFrom(start: string, folders: Map<string, Set<string>>): string[] | undefined {
  const seen = new Set<string>();
  const search = (way: readonly string[]): string[] | undefined => {
    for (const next of folders.get(way.at(-1)!) ?? []) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search([...way, next]);
      if (found) return found;
    }
    return undefined;
  };
  return search([start]);
}

describe.each(packages)('%s', path => {
  it('has folders that import each other in one direction only', () => {
    const folders = foldersOf(path);
    expect([...folders.keys()].flatMap(folder => circleFrom(folder, folders)?.join(' -> ') ?? [])).toEqual([]);
  });

  it('has no folder of more than twenty modules', () => {
    const counts = new Map<string, number>();
    for (const module of modulesOf(path)) counts.set(dirname(module), (counts.get(dirname(module)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 20).map(([folder]) => relative(root, folder))).toEqual([]);
  });

  it('keeps what only tests use out of what it publishes', () => {
    const folders = readdirSync(join(root, path, 'src'), { recursive: true, encoding: 'utf8' });
    expect(folders.filter(name => /(?:^|\/)(?:testing|fixtures?)(?:$|\/)/.test(name))).toEqual([]);
  });
});

/** Which packages a package may import from. */
const order: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  engine: ['contract'],
  store: ['contract', 'engine'],
  gateway: ['contract', 'engine', 'store'],
  server: ['contract', 'engine', 'store', 'gateway'],
  client: ['contract', 'engine'],
  daemon: ['contract', 'engine', 'client'],
  'source-upstream': ['contract', 'engine', 'client'],
  'source-context': ['contract', 'engine'],
  'source-folder': ['contract', 'engine'],
  'source-dotnet': ['contract', 'engine'],
  'source-code': ['contract', 'engine'],
  'example-demo': ['contract', 'engine'],
  cli: [
    'contract',
    'engine',
    'store',
    'gateway',
    'server',
    'client',
    'daemon',
    'source-upstream',
    'source-context',
    'source-folder',
    'source-dotnet',
    'source-code',
    'example-demo',
  ],
};

it.each([...packages, 'examples/demo'])('%s imports only from packages before it', path => {
  const { name } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as { name: string };
  const allowed = order[name.replace('@concord/', '')] ?? [];
  const imported = modulesOf(path)
    .flatMap(importsOf)
    .filter(each => each.startsWith('@concord/') && !each.startsWith(name));
  const wrong = imported.filter(each => !allowed.includes(each.split('/')[1]!));
  expect([...new Set(wrong)]).toEqual([]);
});

it('packages/cli has nothing at its root but the entry', () => {
  const src = join(root, 'packages/cli/src');
  expect(readdirSync(src).filter(name => statSync(join(src, name)).isFile())).toEqual(['mcp.ts']);
});
