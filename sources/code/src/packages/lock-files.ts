import { posix } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import type { Ecosystem, PackageUse } from './package.js';

type Reader = (text: string) => Iterable<Found>;
type Found = Pick<PackageUse, 'name' | 'version'> & { readonly isDev?: boolean; readonly isExact?: boolean };

interface Format {
  readonly ecosystem: Ecosystem;
  readonly fits: (name: string) => boolean;
  readonly read: Reader;
  /** A lock file says all there is to know; files like it, in the same folder, are then not read. */
  readonly isLock: boolean;
}

const named =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);
type Table = Readonly<Record<string, unknown>>;
const tableOf = (value: unknown): Table => (typeof value === 'object' && value !== null ? (value as Table) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Every kind of file that says which packages a project uses, those that say it exactly first. */
const formats: readonly Format[] = [
  { ecosystem: 'npm', fits: named('package-lock.json', 'npm-shrinkwrap.json'), read: npmLock, isLock: true },
  { ecosystem: 'npm', fits: named('pnpm-lock.yaml'), read: pnpmLock, isLock: true },
  { ecosystem: 'npm', fits: named('yarn.lock'), read: yarnLock, isLock: true },
  { ecosystem: 'PyPI', fits: named('poetry.lock', 'uv.lock', 'pdm.lock'), read: pythonLock, isLock: true },
  { ecosystem: 'PyPI', fits: named('Pipfile.lock'), read: pipfileLock, isLock: true },
  { ecosystem: 'crates.io', fits: named('Cargo.lock'), read: cargoLock, isLock: true },
  { ecosystem: 'NuGet', fits: named('packages.lock.json'), read: nugetLock, isLock: true },
  { ecosystem: 'Maven', fits: named('gradle.lockfile'), read: gradleLock, isLock: true },
  { ecosystem: 'Go', fits: named('go.mod'), read: goMod, isLock: true },
  { ecosystem: 'Go', fits: named('go.sum'), read: goSum, isLock: false },
  { ecosystem: 'PyPI', fits: name => /^requirements[\w.-]{0,60}\.txt$/.test(name), read: requirements, isLock: false },
  { ecosystem: 'Maven', fits: named('pom.xml'), read: pom, isLock: false },
  { ecosystem: 'npm', fits: named('package.json'), read: packageJson, isLock: false },
];

/** Whether a file says which packages are used. */
export const isManifest = (path: string): boolean => formats.some(({ fits }) => fits(posix.basename(path)));

/** The packages that some files say are used; where a lock file lies beside others of its kind, only it counts. */
export function packagesIn(files: readonly { readonly path: string; readonly text: string }[]): {
  readonly packages: PackageUse[];
  readonly read: string[];
  readonly faults: { readonly file: string; readonly message: string }[];
} {
  const packages = new Map<string, PackageUse>();
  const read: string[] = [];
  const faults: { file: string; message: string }[] = [];
  const locked = new Set<string>();
  const byFormat = formats.flatMap(format =>
    files.filter(({ path }) => format.fits(posix.basename(path))).map(file => ({ format, file })),
  );
  for (const { format, file } of byFormat) {
    const place = `${posix.dirname(file.path)} ${format.ecosystem}`;
    if (!format.isLock && locked.has(place)) continue;
    try {
      const found = [...format.read(file.text.replace(/^\ufeff/, ''))];
      if (format.isLock) locked.add(place);
      read.push(file.path);
      for (const { name, version, isDev = false, isExact = true } of found) {
        if (name === '' || version === '') continue;
        const use = { ecosystem: format.ecosystem, name, version, isExact, isDev, file: file.path };
        const key = `${format.ecosystem} ${name} ${version}`;
        const before = packages.get(key);
        if (!before || (before.isDev && !isDev)) packages.set(key, use);
      }
    } catch {
      faults.push({ file: file.path, message: 'the file is not understood' });
    }
  }
  return { packages: [...packages.values()], read, faults };
}

function* npmLock(text: string): Iterable<Found> {
  const lock = tableOf(JSON.parse(text));
  const packages = tableOf(lock.packages);
  for (const [path, value] of Object.entries(packages)) {
    const entry = tableOf(value);
    const at = path.lastIndexOf('node_modules/');
    if (at < 0 || entry.link === true) continue;
    yield {
      name: textOf(entry.name) || path.slice(at + 13),
      version: textOf(entry.version),
      isDev: entry.dev === true,
    };
  }
  if (Object.keys(packages).length > 0) return;
  const tables: unknown[] = [lock.dependencies];
  for (let table = tables.pop(); table !== undefined; table = tables.pop())
    for (const [name, value] of Object.entries(tableOf(table))) {
      const entry = tableOf(value);
      yield { name, version: textOf(entry.version), isDev: entry.dev === true };
      if (entry.dependencies !== undefined) tables.push(entry.dependencies);
    }
}

function* pnpmLock(text: string): Iterable<Found> {
  const lock = tableOf(parseYaml(text, { maxAliasCount: 100 }));
  for (const [key, value] of Object.entries(tableOf(lock.packages))) {
    const plain = key.replace(/^\//, '').replace(/\(.{0,5000}$/, '');
    const match =
      /^(@?[^@]{1,214})@(.{1,200})$/.exec(plain) ?? /^((?:@[^/]{1,100}\/)?[^/]{1,214})\/([^/_]{1,100})/.exec(plain);
    if (match) yield { name: match[1]!, version: match[2]!, isDev: tableOf(value).dev === true };
  }
}

function* yarnLock(text: string): Iterable<Found> {
  let name = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line) && !line.startsWith('#')) {
      const first = line.replace(/^"/, '').split(/[,"]/, 1)[0]!;
      name = /^(@?[^@]{1,214})@/.exec(first)?.[1] ?? '';
      if (/@(?:workspace|link|portal|file):/.test(first)) name = '';
      if (first.startsWith('__metadata')) name = '';
    } else {
      const version = /^\s{2}version:?\s{1,4}"?([^"\s]{1,200})"?/.exec(line)?.[1];
      if (version !== undefined && name !== '') yield { name, version };
    }
  }
}

function* pythonLock(text: string): Iterable<Found> {
  for (const value of listOf(parseToml(text).package)) {
    const entry = tableOf(value);
    const source = tableOf(entry.source);
    if (source.virtual !== undefined || source.editable !== undefined) continue;
    yield { name: textOf(entry.name), version: textOf(entry.version), isDev: entry.category === 'dev' };
  }
}

function* pipfileLock(text: string): Iterable<Found> {
  const lock = tableOf(JSON.parse(text));
  for (const [part, isDev] of [
    ['default', false],
    ['develop', true],
  ] as const)
    for (const [name, value] of Object.entries(tableOf(lock[part])))
      yield { name, version: textOf(tableOf(value).version).replace(/^={2,3}/, ''), isDev };
}

function* cargoLock(text: string): Iterable<Found> {
  for (const value of listOf(parseToml(text).package)) {
    const entry = tableOf(value);
    if (entry.source !== undefined) yield { name: textOf(entry.name), version: textOf(entry.version) };
  }
}

function* nugetLock(text: string): Iterable<Found> {
  for (const framework of Object.values(tableOf(tableOf(JSON.parse(text)).dependencies)))
    for (const [name, value] of Object.entries(tableOf(framework))) {
      const entry = tableOf(value);
      if (entry.type !== 'Project') yield { name, version: textOf(entry.resolved) };
    }
}

function* gradleLock(text: string): Iterable<Found> {
  for (const line of text.split(/\r?\n/)) {
    const match = /^([\w.-]{1,200}):([\w.-]{1,200}):([\w.+-]{1,100})=(.{0,2000})$/.exec(line);
    if (match)
      yield {
        name: `${match[1]}:${match[2]}`,
        version: match[3]!,
        isDev: /^(?:test\w{0,60},?){1,20}$/.test(match[4]!),
      };
  }
}

function* goMod(text: string): Iterable<Found> {
  const replaced = new Map<string, Found>();
  for (const [, from, to, version] of text.matchAll(
    /^\s{0,8}(?:replace\s{1,8})?(\S{1,300})(?:\s{1,8}v\S{1,100})?\s{1,8}=>\s{1,8}(\S{1,300})(?:\s{1,8}(v\S{1,100}))?/gm,
  ))
    replaced.set(from!, { name: to!, version: version ?? '' });
  for (const [, name, version] of text.matchAll(
    /^\s{0,8}(?:require\s{1,8})?([\w.-]{1,200}\.[\w./~-]{1,300})\s{1,8}(v\d[\w.+-]{0,100})(?!\S)/gm,
  )) {
    yield replaced.get(name!) ?? { name: name!, version: version! };
  }
  const own = /^go\s{1,8}(\d[\w.]{0,20})/m.exec(text)?.[1];
  if (own !== undefined) yield { name: 'stdlib', version: own, isExact: false };
}

function* goSum(text: string): Iterable<Found> {
  for (const [, name, version] of text.matchAll(/^(\S{1,300}) (v\d[\w.+-]{0,100}) h1:/gm))
    yield { name: name!, version: version! };
}

function* requirements(text: string): Iterable<Found> {
  const joined = text.replace(/\\\r?\n/g, ' ');
  for (const raw of joined.split(/\r?\n/)) {
    const line = raw.replace(/(?:^|\s)#.{0,2000}$/, '').trim();
    if (line === '' || line.startsWith('-')) continue;
    const match = /^([A-Za-z0-9][\w.-]{0,200})\s{0,4}(?:\[[^\]]{0,500}\])?\s{0,4}([^;]{0,500})/.exec(line);
    if (!match) continue;
    const range = match[2]!.replace(/\s--hash=\S{1,200}/g, '').trim();
    const exact = /^={2,3}\s{0,4}([\w.!+-]{1,100})$/.exec(range)?.[1];
    yield { name: match[1]!, version: exact ?? (range || '*'), isExact: exact !== undefined };
  }
}

function* packageJson(text: string): Iterable<Found> {
  const manifest = tableOf(JSON.parse(text));
  for (const [part, isDev] of [
    ['dependencies', false],
    ['optionalDependencies', false],
    ['devDependencies', true],
  ] as const)
    for (const [name, range] of Object.entries(tableOf(manifest[part]))) {
      const version = textOf(range);
      if (/^(?:file|link|workspace|git|https?|github|portal):?/.test(version)) continue;
      yield { name, version, isDev, isExact: /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][\w.+-]{1,100})?$/.test(version) };
    }
}

const MOST_PROPERTIES = 20;

function* pom(text: string): Iterable<Found> {
  const plain = text.replace(/<!--[\s\S]{0,20000}?-->/g, '');
  const properties = new Map<string, string>();
  for (const [, block] of plain.matchAll(/<properties>([\s\S]{0,100000}?)<\/properties>/g))
    for (const [, name, value] of block!.matchAll(/<([\w.-]{1,200})>\s{0,100}([^<]{0,500}?)\s{0,100}<\/\1>/g))
      properties.set(name!, value!);
  const outer = plain.replace(
    /<(dependencies|dependencyManagement|build|profiles|modules|properties)>[\s\S]{0,500000}?<\/\1>/g,
    '',
  );
  const tag = (from: string, name: string) =>
    new RegExp(`<${name}>\\s{0,100}([^<]{0,500}?)\\s{0,100}</${name}>`).exec(from)?.[1];
  const parent = /<parent>([\s\S]{0,5000}?)<\/parent>/.exec(outer)?.[1] ?? '';
  const own = outer.replace(/<parent>[\s\S]{0,5000}?<\/parent>/, '');
  for (const name of ['groupId', 'version', 'artifactId']) {
    const value = tag(own, name) ?? tag(parent, name);
    if (value !== undefined) for (const prefix of ['project.', 'pom.', '']) properties.set(`${prefix}${name}`, value);
  }
  const filled = (value: string | undefined) => {
    let now = value ?? '';
    for (let step = 0; step < MOST_PROPERTIES && now.includes('${'); step++)
      now = now.replace(/\$\{([\w.-]{1,200})\}/g, (whole, name: string) => properties.get(name) ?? whole);
    return now;
  };
  const managed = new Map<string, string>();
  const dependency = (block: string) => ({
    name: `${filled(tag(block, 'groupId'))}:${filled(tag(block, 'artifactId'))}`,
    version: filled(tag(block, 'version')),
    isDev: tag(block, 'scope') === 'test',
  });
  const blocks = (from: string) =>
    [...from.matchAll(/<dependency>([\s\S]{0,20000}?)<\/dependency>/g)].map(([, block]) => dependency(block!));
  const management = /<dependencyManagement>([\s\S]{0,500000}?)<\/dependencyManagement>/.exec(plain)?.[1] ?? '';
  for (const { name, version } of blocks(management)) managed.set(name, version);
  for (const { name, version, isDev } of blocks(plain.replace(management, ''))) {
    const given = version || managed.get(name) || '';
    yield { name, version: given || '*', isDev, isExact: given !== '' && !/[${[(,]/.test(given) };
  }
}
