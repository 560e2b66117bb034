import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { FileFacts, Imported } from './facts.js';

const scripts = ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.js', '.jsx', '.mjs', '.cjs'];
/** What a script is compiled to, and what it may have been. */
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};
const MOST_CONFIG = 1_048_576;

/** Files of the project that a name may come from, and the names in them that lead on. */
export interface ImportedFrom {
  readonly files: readonly FileFacts[];
  readonly names: readonly string[];
}

/** Finds the files of a project that imports lead to. */
export class Modules {
  readonly #byPath = new Map<string, FileFacts>();
  /** Files of Python and Java by the end of their dotted names. */
  readonly #byTail = new Map<string, FileFacts[]>();
  readonly #byFolder = new Map<string, FileFacts[]>();
  readonly #byNamespace = new Map<string, FileFacts[]>();
  readonly #root: string;
  #goModule: string | undefined;
  #paths: readonly (readonly [prefix: string, suffix: string, targets: readonly string[]])[] | undefined;

  constructor(root: string, files: Iterable<FileFacts>) {
    this.#root = root;
    for (const file of files) {
      this.#byPath.set(file.path, file);
      const dotted = dottedPath(file);
      if (dotted !== undefined) push(this.#byTail, tailOf(dotted), file);
      push(this.#byFolder, posix.dirname(file.path), file);
      if (file.language === 'csharp') for (const name of file.packages) push(this.#byNamespace, name, file);
    }
  }

  /** Where the names of an import come from; undefined where that is not in this project. */
  find(from: FileFacts, { module, names }: Imported): ImportedFrom | undefined {
    switch (from.language) {
      case 'javascript':
      case 'typescript': {
        const file = this.#script(from, module);
        return file && { files: [file], names };
      }
      case 'python':
        return this.#dotted(from, module, names, '.py');
      case 'java':
        return this.#dotted(from, module, names, '.java');
      case 'go': {
        const folder = this.#goFolder(module);
        const files = folder === undefined ? undefined : this.#inFolder(folder, 'go');
        return files && { files, names };
      }
      case 'csharp': {
        const files = this.#byNamespace.get(module);
        if (files) return { files, names };
        const cut = module.lastIndexOf('.');
        return cut < 0
          ? undefined
          : this.find(from, { module: module.slice(0, cut), names: [module.slice(cut + 1), ...names] });
      }
      default:
        return undefined;
    }
  }

  /** Files whose names a file sees without importing them: of its folder in Go, of its package or namespaces elsewhere. */
  besides(from: FileFacts): readonly FileFacts[] {
    switch (from.language) {
      case 'go':
      case 'java':
        return this.#inFolder(posix.dirname(from.path), from.language).filter(file => file !== from);
      case 'csharp': {
        const used = [...from.packages, ...from.imports.map(({ module }) => module)];
        return [...new Set(used.flatMap(name => this.#byNamespace.get(name) ?? []))].filter(file => file !== from);
      }
      default:
        return [];
    }
  }

  #inFolder(folder: string, language: string): FileFacts[] {
    return (this.#byFolder.get(folder) ?? []).filter(file => file.language === language);
  }

  #script(from: FileFacts, module: string): FileFacts | undefined {
    if (module.startsWith('.')) return this.#scriptAt(posix.join(posix.dirname(from.path), module));
    for (const [prefix, suffix, targets] of this.#aliases()) {
      if (!module.startsWith(prefix) || !module.endsWith(suffix) || module.length < prefix.length + suffix.length)
        continue;
      if (module !== prefix && targets.every(target => !target.includes('*'))) continue;
      const middle = module.slice(prefix.length, module.length - suffix.length);
      for (const target of targets) {
        const found = this.#scriptAt(posix.normalize(target.replace('*', () => middle)));
        if (found) return found;
      }
    }
    return undefined;
  }

  #scriptAt(path: string): FileFacts | undefined {
    const ending = /\.[cm]?jsx?$/.exec(path)?.[0] ?? '';
    const bare = ending === '' ? path : path.slice(0, -ending.length);
    const tried = [path, ...(sourcesOf[ending] ?? []).map(each => bare + each), ...scripts.map(each => path + each)];
    for (const each of [...tried, ...scripts.map(end => posix.join(path, `index${end}`))]) {
      const found = this.#byPath.get(each);
      if (found) return found;
    }
    return undefined;
  }

  #dotted(from: FileFacts, module: string, names: readonly string[], ending: string): ImportedFrom | undefined {
    const dots = /^\.{1,50}/.exec(module)?.[0].length ?? 0;
    const parts = [...module.slice(dots).split('.').filter(Boolean), ...names];
    for (let count = parts.length; count >= (dots > 0 ? 0 : 1); count--) {
      const way = parts.slice(0, count);
      const rest = parts.slice(count);
      const found = dots > 0 ? this.#relative(from, dots, way) : this.#absolute(way, ending);
      // A file of Java is the class it is named after, and the names in it begin with that.
      if (found) return { files: [found], names: ending === '.java' ? [way.at(-1)!, ...rest] : rest };
    }
    return undefined;
  }

  #relative(from: FileFacts, dots: number, way: readonly string[]): FileFacts | undefined {
    let folder = posix.dirname(from.path);
    for (let up = 1; up < dots; up++) folder = posix.dirname(folder);
    const base = posix.join(folder, ...way);
    return this.#python(base);
  }

  #python(base: string): FileFacts | undefined {
    for (const ending of ['.py', '.pyi', '/__init__.py', '/__init__.pyi']) {
      const found = this.#byPath.get(`${base}${ending}`);
      if (found) return found;
    }
    return undefined;
  }

  #absolute(way: readonly string[], ending: string): FileFacts | undefined {
    const base = way.join('/');
    const direct = ending === '.py' ? this.#python(base) : this.#byPath.get(`${base}${ending}`);
    if (direct) return direct;
    // Below a folder of sources whose name is not part of the module's.
    const dotted = way.join('.');
    const all = (this.#byTail.get(way.at(-1)!) ?? []).filter(file => {
      const own = dottedPath(file)!;
      return own === dotted || own.endsWith(`.${dotted}`);
    });
    return all.length === 1 ? all[0] : undefined;
  }

  #goFolder(module: string): string | undefined {
    this.#goModule ??= /^module\s{1,20}(\S{1,300})/m.exec(readText(join(this.#root, 'go.mod')))?.[1] ?? '';
    if (this.#goModule === '') return this.#byFolder.has(module) ? module : undefined;
    if (module === this.#goModule) return '.';
    return module.startsWith(`${this.#goModule}/`) ? module.slice(this.#goModule.length + 1) : undefined;
  }

  /** `paths` and `baseUrl` of the project's tsconfig, and the packages of its workspace. */
  #aliases() {
    if (this.#paths) return this.#paths;
    const found: [string, string, string[]][] = [];
    for (const name of ['tsconfig.json', 'tsconfig.base.json', 'jsconfig.json']) {
      const { baseUrl, paths } = (looseJson(readText(join(this.#root, name)))?.compilerOptions ?? {}) as {
        baseUrl?: unknown;
        paths?: Record<string, unknown>;
      };
      const base = typeof baseUrl === 'string' ? baseUrl : '.';
      for (const [pattern, targets] of Object.entries(paths ?? {})) {
        const [prefix = '', suffix = ''] = pattern.split('*', 2);
        const list = (Array.isArray(targets) ? targets : []).filter(each => typeof each === 'string');
        found.push([prefix, suffix, list.map(each => posix.join(base, each))]);
      }
      if (typeof baseUrl === 'string') found.push(['', '', [posix.join(baseUrl, '*')]]);
    }
    for (const { name, folder } of workspacePackages(this.#root)) {
      found.push([
        name,
        '',
        [posix.join(folder, 'src/index'), posix.join(folder, 'index'), posix.join(folder, 'lib/index')],
      ]);
      found.push([`${name}/`, '', [posix.join(folder, 'src/*'), posix.join(folder, '*')]]);
    }
    this.#paths = found;
    return found;
  }
}

const MOST_PACKAGES = 2_000;

/** The packages of an npm, Yarn or pnpm workspace: their names, and where they are. */
function workspacePackages(root: string): { name: string; folder: string }[] {
  const { workspaces } = looseJson(readText(join(root, 'package.json'))) ?? {};
  const listed = Array.isArray(workspaces)
    ? workspaces
    : ((workspaces as { packages?: unknown } | undefined)?.packages ?? []);
  const ofPnpm = [...readText(join(root, 'pnpm-workspace.yaml')).matchAll(/^\s{0,8}-\s{1,8}['"]?([^'"\s#]{1,200})/gm)];
  const patterns = [...(Array.isArray(listed) ? listed : []), ...ofPnpm.map(([, pattern]) => pattern)];
  const folders = patterns.flatMap(pattern => {
    if (typeof pattern !== 'string' || pattern.startsWith('!')) return [];
    const [base = '', rest] = pattern.split('*', 2);
    if (rest === undefined) return [posix.normalize(pattern)];
    return foldersIn(join(root, base)).map(name => posix.join(base, name));
  });
  return folders.slice(0, MOST_PACKAGES).flatMap(folder => {
    const name = looseJson(readText(join(root, folder, 'package.json')))?.name;
    return typeof name === 'string' && name !== '' ? [{ name, folder }] : [];
  });
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap(each => (each.isDirectory() ? [each.name] : []));
  } catch {
    return [];
  }
}

function push<Key>(map: Map<Key, FileFacts[]>, key: Key, file: FileFacts): void {
  const list = map.get(key);
  if (list) list.push(file);
  else map.set(key, [file]);
}

function dottedPath({ path, language }: FileFacts): string | undefined {
  if (language !== 'python' && language !== 'java') return undefined;
  return path
    .replace(/\.(?:pyi?|java)$/, '')
    .replace(/\/__init__$/, '')
    .replaceAll('/', '.');
}

const tailOf = (dotted: string) => dotted.slice(dotted.lastIndexOf('.') + 1);

function readText(path: string): string {
  try {
    if (!existsSync(path)) return '';
    const text = readFileSync(path, 'utf8');
    return text.length > MOST_CONFIG ? '' : text;
  } catch {
    return '';
  }
}

/** JSON with comments and commas at the end of lists, as compilers read it; undefined where it is none. */
export function looseJson(text: string): Record<string, unknown> | undefined {
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const two = text.slice(at, at + 2);
    if (text[at] === '"') {
      let end = at + 1;
      while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
      plain += text.slice(at, end + 1);
      at = end;
    } else if (two === '//') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end - 1;
    } else if (two === '/*') {
      const end = text.indexOf('*/', at + 2);
      at = end < 0 ? text.length : end + 1;
    } else if (text[at] === ',' && /^,\s{0,200}[\]}]/.test(text.slice(at, at + 202))) continue;
    else plain += text[at];
  }
  try {
    const value: unknown = JSON.parse(plain);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
