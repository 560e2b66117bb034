import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { decode, isBinary } from '../project/decode.js';
import { walk } from '../project/walk.js';
import { languageForPath } from '../syntax/languages/index.js';
import { grammarOf, ParseStopped, parseLoaded, parseWithin } from '../syntax/parse.js';
import { type FileFacts, factsOf } from './facts.js';
import { ToolFailure } from './failure.js';
import { Modules } from './modules.js';
import { missing, type Place, Roots, shownBelow } from './roots.js';
import { SourceFile, sha256 } from './source-file.js';

/** A file is read up to this many bytes. */
const MOST_FILE_BYTES = 16 * 1_048_576;
/** Files of a whole project, one by one, up to this many: what is larger was made by programs. */
const MOST_INDEXED_BYTES = 1_048_576;
/** How long one file may be parsed, in milliseconds. */
const PARSE_MS = 5_000;
/** So many characters of code are kept with their trees, the last used ones. */
const MOST_KEPT_TEXT = 32 * 1_048_576;
const MOST_WORKSPACES = 4;

/** A file that a question about the whole project left out, and why. */
export interface LeftOut {
  readonly path: string;
  readonly reason: 'too_large' | 'timeout' | 'unreadable' | 'too_deep';
}

interface Known {
  /** Size, times and number of the file: when one of them differs it is read again. */
  readonly stamp: string;
  readonly facts?: FileFacts;
  readonly leftOut?: LeftOut['reason'];
}

/** The code below some roots, as it is on the disk: every answer is about what is there now. */
export class Workspace {
  readonly roots: Roots;
  readonly #known = new Map<string, Known>();
  readonly #kept = new Map<string, SourceFile>();
  #keptText = 0;
  #modules: Modules | undefined;

  constructor(
    folders: readonly string[],
    readonly mostFileBytes = MOST_FILE_BYTES,
  ) {
    this.roots = new Roots(folders);
  }

  /** A file that a caller named, read anew. */
  async file(given: string): Promise<SourceFile> {
    const place = this.roots.place(given);
    if (place.isFolder)
      throw new ToolFailure('invalid_argument', `The path is a folder: ${given}.`, { reason: 'not_a_file' });
    return this.fileAt(place);
  }

  async fileAt({ path, absolute }: Pick<Place, 'path' | 'absolute'>): Promise<SourceFile> {
    const language = languageForPath(absolute);
    if (!language)
      throw new ToolFailure('not_implemented', `Files of this kind are not read: ${path}.`, { reason: 'language' });
    const bytes = this.bytesOf(path, absolute);
    const hash = sha256(bytes);
    const kept = this.#kept.get(absolute);
    if (kept?.hash === hash && kept.path === path) {
      this.#kept.delete(absolute);
      this.#kept.set(absolute, kept);
      return kept;
    }
    const decoded = decode(bytes);
    const grammar = await grammarOf(language.grammar(absolute));
    try {
      parseWithin(PARSE_MS);
      const tree = parseLoaded(decoded.text, language, grammar);
      const file = new SourceFile(path, absolute, bytes, hash, language, decoded, tree);
      this.#keep(file);
      return file;
    } catch (error) {
      if (error instanceof ParseStopped)
        throw new ToolFailure('timeout', `The file takes too long to read: ${path}.`, { reason: 'parse' });
      if (error instanceof RangeError)
        throw new ToolFailure('resource_exhausted', `The code is nested too deep: ${path}.`, { reason: 'nesting' });
      throw error;
    }
  }

  /** The bytes of a file. Throws a ToolFailure where it cannot be read or is too large. */
  bytesOf(path: string, absolute: string): Buffer {
    let handle: number;
    try {
      handle = openSync(absolute, 'r');
    } catch (error) {
      throw unreadable(error, path);
    }
    try {
      const facts = fstatSync(handle);
      if (!facts.isFile())
        throw new ToolFailure('invalid_argument', `The path is no file: ${path}.`, { reason: 'not_a_file' });
      if (facts.size > this.mostFileBytes)
        throw new ToolFailure('too_large', `The file is too large: ${path}.`, {
          reason: 'file_size',
          bytes: facts.size,
          limit: this.mostFileBytes,
        });
      const bytes = readFileSync(handle);
      if (isBinary(bytes))
        throw new ToolFailure('invalid_argument', `The file is no text: ${path}.`, { reason: 'binary' });
      return bytes;
    } catch (error) {
      throw error instanceof ToolFailure ? error : unreadable(error, path);
    } finally {
      closeSync(handle);
    }
  }

  /** Every file of the project, as it is now: what changed since the last question is read again. */
  async project(options: ProjectOptions = {}): Promise<Project> {
    const { most = Number.POSITIVE_INFINITY, within = '', onProgress } = options;
    const paths = this.paths(within);
    const all: FileFacts[] = [];
    const leftOut: LeftOut[] = [];
    const present = new Set<string>();
    let changed = false;
    for (const [index, { path, absolute }] of paths.slice(0, most).entries()) {
      present.add(absolute);
      const before = this.#known.get(absolute);
      const now = await this.#look(path, absolute, before);
      changed ||= now !== before;
      if (now.facts) all.push(now.facts);
      else if (now.leftOut) leftOut.push({ path, reason: now.leftOut });
      if (index % 200 === 199) {
        onProgress?.(index + 1, Math.min(paths.length, most));
        await new Promise(resolve => setImmediate(resolve));
      }
    }
    if (within === '') {
      for (const absolute of this.#known.keys())
        if (!present.has(absolute)) {
          this.#known.delete(absolute);
          changed = true;
        }
    }
    if (changed || !this.#modules) this.#modules = new Modules(this.roots.folders[0]!, this.#allFacts());
    return { files: all, modules: this.#modules, total: paths.length, leftOut };
  }

  *#allFacts(): Generator<FileFacts> {
    for (const { facts } of this.#known.values()) if (facts) yield facts;
  }

  /** The paths of all code below the roots, or below a folder in them. */
  paths(within = ''): { path: string; absolute: string }[] {
    const start = within === '' ? undefined : this.roots.place(within);
    const folders = start ? [start.absolute] : this.roots.folders;
    const found: { path: string; absolute: string }[] = [];
    for (const folder of folders) {
      const { files } = walk({ cwd: folder, paths: ['.'], include: [], exclude: [], ignores: true });
      const root = start?.root ?? folder;
      for (const { absolute } of files)
        if (languageForPath(absolute)) found.push({ path: shownBelow(root, absolute), absolute });
    }
    return found;
  }

  async #look(path: string, absolute: string, before: Known | undefined): Promise<Known> {
    const facts = statSync(absolute, { bigint: true, throwIfNoEntry: false });
    if (!facts) return { stamp: '', leftOut: 'unreadable' };
    const stamp = `${facts.size} ${facts.mtimeNs} ${facts.ctimeNs} ${facts.ino}`;
    if (before?.stamp === stamp) return before;
    const now = await this.#read(path, absolute, stamp, Number(facts.size));
    this.#known.set(absolute, now);
    return now;
  }

  async #read(path: string, absolute: string, stamp: string, size: number): Promise<Known> {
    if (size > MOST_INDEXED_BYTES) return { stamp, leftOut: 'too_large' };
    try {
      return { stamp, facts: factsOf(await this.fileAt({ path, absolute })) };
    } catch (error) {
      if (!(error instanceof ToolFailure)) {
        if (error instanceof RangeError) return { stamp, leftOut: 'too_deep' };
        throw error;
      }
      const reasons: Readonly<Record<string, LeftOut['reason']>> = {
        timeout: 'timeout',
        too_large: 'too_large',
        resource_exhausted: 'too_deep',
      };
      return { stamp, leftOut: reasons[error.code] ?? 'unreadable' };
    }
  }

  #keep(file: SourceFile): void {
    const before = this.#kept.get(file.absolute);
    if (before) {
      this.#keptText -= before.text.length;
      this.#kept.delete(file.absolute);
    }
    this.#kept.set(file.absolute, file);
    this.#keptText += file.text.length;
    for (const [absolute, oldest] of this.#kept) {
      if (this.#keptText <= MOST_KEPT_TEXT || oldest === file) break;
      this.#kept.delete(absolute);
      this.#keptText -= oldest.text.length;
    }
  }
}

export interface ProjectOptions {
  readonly most?: number;
  /** A folder below the roots. */
  readonly within?: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** The files of a project at one moment. */
export interface Project {
  readonly files: readonly FileFacts[];
  readonly modules: Modules;
  /** How many files of code there are, also where only some of them were looked at. */
  readonly total: number;
  readonly leftOut: readonly LeftOut[];
}

function unreadable(error: unknown, path: string): ToolFailure {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return missing(path);
  if (code === 'EACCES' || code === 'EPERM')
    return new ToolFailure('forbidden', `The file may not be read: ${path}.`, { reason: 'permission' });
  return new ToolFailure('internal_error', `The file cannot be read: ${path}.`, { reason: code ?? 'unknown' });
}

/** The workspaces of a process by their roots, the last used ones. */
export class Workspaces {
  readonly #open = new Map<string, Workspace>();

  at(folders: readonly string[]): Workspace {
    const key = JSON.stringify(folders);
    const found = this.#open.get(key) ?? new Workspace(folders);
    this.#open.delete(key);
    this.#open.set(key, found);
    if (this.#open.size > MOST_WORKSPACES) this.#open.delete(this.#open.keys().next().value!);
    return found;
  }
}

export const relativeTo = (folder: string, path: string): string => relative(folder, path).replaceAll(sep, '/');
