import { lstatSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ToolFailure } from './failure.js';

/** A file or folder below one of the roots. */
export interface Place {
  /** As answers name it: below its root, with `/`; an empty text for the root itself. */
  readonly path: string;
  /** Where it really is, all links followed. */
  readonly absolute: string;
  readonly root: string;
  readonly isFolder: boolean;
}

const LONGEST_PATH = 4_096;

/** The folders that may be looked at, and which paths lie in them: compared by segments, after all links were followed. */
export class Roots {
  /** Each as it was given, and where it really is. */
  readonly #roots: readonly { readonly given: string; readonly real: string }[];

  constructor(folders: readonly string[]) {
    this.#roots = folders.map(folder => ({ given: resolve(folder), real: realpathSync(folder) }));
  }

  get folders(): readonly string[] {
    return this.#roots.map(({ real }) => real);
  }

  /** Where a path leads. Throws a ToolFailure where that is nowhere, or outside. */
  place(given: string): Place {
    const plain = this.#checked(given);
    const inside = isAbsolute(plain) ? this.#holding(plain) : this.#roots.map(root => join(root.real, plain));
    if (inside.length === 0) {
      // Only whether something is there is told of what lies outside.
      if (lstatSync(plain, { throwIfNoEntry: false })) throw outside(given);
      throw missing(given);
    }
    const below = inside.filter(path => this.#rootOf(path) !== undefined);
    if (below.length === 0) throw outside(given);
    for (const path of below) {
      const real = realOf(path);
      if (real === undefined) continue;
      const root = this.#rootOf(real);
      if (root === undefined) throw outside(given);
      // A link keeps the name it was asked for by.
      return {
        path: shownBelow(this.#rootOf(path)!, path),
        absolute: real,
        root,
        isFolder: statSync(real).isDirectory(),
      };
    }
    throw missing(given);
  }

  /** Where a file of this path would be, whether it is there or not. */
  wouldBe(given: string): string {
    const plain = this.#checked(given);
    const path = isAbsolute(plain) ? this.#holding(plain)[0] : join(this.#roots[0]!.real, plain);
    if (path === undefined || this.#rootOf(path) === undefined) throw outside(given);
    return path;
  }

  #checked(given: string): string {
    if (given.includes('\0'))
      throw new ToolFailure('invalid_path', 'The path has a zero byte in it.', { reason: 'zero_byte' });
    if (given.length > LONGEST_PATH)
      throw new ToolFailure('invalid_path', 'The path is too long.', { reason: 'too_long' });
    return given.replaceAll('\\', sep);
  }

  /** An absolute path by the real name of the root it lies in. */
  #holding(path: string): string[] {
    const plain = resolve(path);
    for (const { given, real } of this.#roots)
      for (const root of [real, given]) if (isBelow(root, plain)) return [join(real, relative(root, plain))];
    return [];
  }

  #rootOf(path: string): string | undefined {
    return this.#roots.find(({ real }) => isBelow(real, path))?.real;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

export const shownBelow = (root: string, path: string): string => relative(root, path).replaceAll(sep, '/');

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ToolFailure(code === 'EACCES' ? 'forbidden' : 'invalid_path', 'The path cannot be followed.', {
      reason: code === 'ELOOP' ? 'link_circle' : 'unreadable',
    });
  }
}

const outside = (given: string) =>
  new ToolFailure('invalid_path', `The path leads out of the project: ${given}.`, { reason: 'outside_roots' });

export const missing = (given: string) => new ToolFailure('not_found', `File not found: ${given}.`);
