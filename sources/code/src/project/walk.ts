import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { Fault } from '../rules/rule.js';

/** What is walked, and what is left out. */
export interface WalkOptions {
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Whether files of ignore rules and the folders nobody scans are left out. */
  readonly ignores: boolean;
}

export interface WalkedFile {
  /** As it is told: under the name of what was asked for. */
  readonly path: string;
  readonly absolute: string;
  /** Whether it was named itself. */
  readonly isNamed: boolean;
}

const never: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj']);
const seldom: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  '__pycache__',
  '.venv',
  'venv',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.gradle',
  '.idea',
  '.vs',
  '.next',
  '.nuxt',
  '.terraform',
  '.cache',
  '.yarn',
  '.pnpm-store',
]);
const ignoreFiles = ['.gitignore', '.semgrepignore', '.concordignore'];

interface Layer {
  readonly folder: string;
  readonly rules: Ignore;
}

/** Every file to scan, in the order of their names. What cannot be read is told. */
export function walk(options: WalkOptions): { readonly files: WalkedFile[]; readonly faults: Fault[] } {
  const files: WalkedFile[] = [];
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const isIncluded = globs(options.include);
  const isExcluded = globs(options.exclude);

  const visitFolder = (absolute: string, shown: string, layers: readonly Layer[], above: ReadonlySet<string>) => {
    let real: string;
    let names: string[];
    try {
      real = realpathSync(absolute);
      if (above.has(real)) return;
      names = readdirSync(absolute).sort(byName);
    } catch (error) {
      faults.push(ioFault(error, shown || '.'));
      return;
    }
    const inside = new Set(above).add(real);
    const here = options.ignores ? [...layers, ...layersOf(absolute)] : layers;
    for (const name of names) {
      const path = join(absolute, name);
      const told = shown === '' ? name : `${shown}/${name}`;
      let facts: Stats | undefined;
      try {
        facts = lstatSync(path);
        // A link to a file is that file; folders are only walked where they are, so that none is walked twice.
        if (facts.isSymbolicLink()) {
          facts = linkedFile(path);
          if (!facts) continue;
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') faults.push(ioFault(error, told));
        continue;
      }
      if (facts.isDirectory()) {
        if (never.has(name) || (options.ignores && seldom.has(name))) continue;
        if (isIgnored(here, path, true) || isExcluded(told, true)) continue;
        visitFolder(path, told, here, inside);
      } else if (facts.isFile()) {
        if (options.ignores && /\.min\.(?:js|css)$/.test(name)) continue;
        if (isIgnored(here, path, false) || isExcluded(told, false)) continue;
        if (options.include.length > 0 && !isIncluded(told, false)) continue;
        take(path, told, false);
      }
    }
  };

  const take = (absolute: string, path: string, isNamed: boolean) => {
    if (seen.has(absolute)) return;
    seen.add(absolute);
    files.push({ path, absolute, isNamed });
  };

  for (const given of options.paths) {
    const absolute = resolve(options.cwd, given);
    const shown = shownPath(given);
    const facts = statSync(absolute, { throwIfNoEntry: false });
    if (!facts) faults.push({ kind: 'io', message: 'there is no such file or folder', path: given });
    else if (facts.isDirectory()) visitFolder(absolute, shown, options.ignores ? layersFor(absolute) : [], new Set());
    else if (facts.isFile()) take(absolute, shown, true);
    else faults.push({ kind: 'io', message: 'this is neither a file nor a folder', path: given });
  }
  return { files, faults };
}

/** What a link leads to, where that is a file. */
function linkedFile(path: string): Stats | undefined {
  try {
    const facts = statSync(path);
    return facts.isFile() ? facts : undefined;
  } catch {
    return undefined;
  }
}

/** A path as findings name it: with `/`, without `./`. */
function shownPath(given: string): string {
  const plain = given.replaceAll('\\', '/').replace(/\/+$/, '') || (isAbsolute(given) ? '/' : '');
  const bare = plain.replace(/^(?:\.\/{1,100}){1,2000}/, '');
  return bare === '.' ? '' : bare;
}

function byName(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function ioFault(error: unknown, path: string): Fault {
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'it may not be read',
    EPERM: 'it may not be read',
    ENOENT: 'it is gone',
    EISDIR: 'this is a folder',
    ELOOP: 'its links lead around in a circle',
  };
  const { code = '' } = error as NodeJS.ErrnoException;
  return { kind: 'io', message: reasons[code] ?? `it cannot be read: ${code || (error as Error).message}`, path };
}

/** The ignore rules that a folder holds. */
function layersOf(folder: string): Layer[] {
  return ignoreFiles.flatMap(name => {
    const text = readIfThere(join(folder, name));
    if (text === undefined) return [];
    // Lines with `:` are orders to another program.
    const lines = text.split(/\r?\n/).filter(line => !line.startsWith(':'));
    return [{ folder, rules: ignore({ allowRelativePaths: true }).add(lines) }];
  });
}

/** The ignore rules that count in a folder that was asked for: where they leave out the folder itself, its user knows better. */
function layersFor(folder: string): Layer[] {
  const layers = layersAbove(folder);
  const top = layers[0]?.folder;
  for (let at = folder; top !== undefined && at !== top && dirname(at) !== at; at = dirname(at))
    if (
      isIgnored(
        layers.filter(layer => at.startsWith(layer.folder)),
        at,
        true,
      )
    )
      return [];
  return layers;
}

/** The ignore rules of the folders above, up to the root of the repository. */
function layersAbove(folder: string): Layer[] {
  const folders: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (readdirHas(at, '.git')) {
      if (at !== folder) folders.push(at);
      return folders.reverse().flatMap(layersOf);
    }
    if (at !== folder) folders.push(at);
    if (dirname(at) === at) return [];
  }
}

function readdirHas(folder: string, name: string): boolean {
  return lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
}

/** Whether the last rule that is about a path leaves it out; rules of deeper folders come last. */
function isIgnored(layers: readonly Layer[], path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of layers.toReversed()) {
    const name = relative(folder, path).replaceAll('\\', '/');
    const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether a path fits one of the globs, which are written as in ignore files. */
export function globs(patterns: readonly string[]): (path: string, isFolder: boolean) => boolean {
  if (patterns.length === 0) return () => false;
  const rules = ignore({ allowRelativePaths: true }).add(patterns.map(each => each.replace(/^\.\//, '/')));
  return (path, isFolder) => {
    const bare = path.replace(/^(?:\.\.?\/){1,2000}/, '').replace(/^\/{1,2000}/, '');
    return bare !== '' && rules.ignores(isFolder ? `${bare}/` : bare);
  };
}
