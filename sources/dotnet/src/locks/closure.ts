import { readdirSync, readFileSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realPath } from '../check/inside-root.js';
import { isDirectory, statsOf } from '../check/stats.js';
import { namedFiles } from './references.js';

const MOST_FILES = 2_000;
const MOST_BYTES = 1_048_576;
const MOST_CACHED = 10_000;
const LONGEST_SHARED = 4_096;

interface Read {
  readonly size: number;
  readonly mtimeMs: number;
  readonly names: readonly string[];
}

/** Finds all files that are built together with a project, a solution or a directory. Files are read again only when they changed. */
export class Closures {
  readonly #read = new Map<string, Read>();

  /** Real paths: the file itself first, then everything it references. */
  of(path: string): readonly string[] {
    const found = new Set<string>();
    const known = new Map<string, string>();
    const ahead = [chosenIn(path)];
    while (ahead.length > 0 && found.size < MOST_FILES) {
      const next = realIn(known, ahead.pop()!);
      if (found.has(next)) continue;
      const stats = statsOf(next);
      if (found.size > 0 && !stats?.isFile()) continue;
      found.add(next);
      if (stats?.isFile()) ahead.push(...this.#namesIn(next, stats));
    }
    return [...found];
  }

  #namesIn(path: string, { size, mtimeMs }: Stats): readonly string[] {
    const known = this.#read.get(path);
    if (known?.size === size && known.mtimeMs === mtimeMs) return known.names;
    const names = size > MOST_BYTES ? [] : namedFiles(path, textOf(path));
    if (this.#read.size >= MOST_CACHED) this.#read.clear();
    this.#read.set(path, { size, mtimeMs, names });
    return names;
  }
}

/** The real path of a file. Each parent folder is resolved once. */
function realIn(known: Map<string, string>, path: string): string {
  // No system has such a long path, and each part would take one more stack frame.
  if (path.length > LONGEST_SHARED) return realPath(path);
  const parent = dirname(path);
  if (parent === path) return path;
  const found = known.get(path);
  if (found !== undefined) return found;
  const folder = realIn(known, parent);
  const real = realPath(join(folder, basename(path)), folder);
  known.set(path, real);
  return real;
}

/** The file that the CLI would use in a directory: its only project or solution. Else the path itself. */
function chosenIn(path: string): string {
  if (!isDirectory(path)) return path;
  try {
    const files = readdirSync(path).filter(name => /\.(?:[a-z]{1,10}proj|slnx?)$/i.test(name));
    const solutions = files.filter(name => /\.slnx?$/i.test(name));
    const [only, ...others] = solutions.length === 1 ? solutions : files;
    return only !== undefined && others.length === 0 ? join(path, only) : path;
  } catch {
    return path;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
