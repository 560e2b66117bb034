import { closeSync, lstatSync, openSync, readdirSync, readSync, type Stats } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isCompletionScript, isIgnoredFile, isIgnoredFolder, stemOf } from '../files/file-names.js';
import { hasExecuteBit, isModuleName } from '../files/how-to-run.js';
import { type Owners, ownersOf, permissionFault } from '../files/safety.js';
import { pathBelow } from '../project/findings.js';
import type { Project } from '../project/project.js';
import { shellWord } from '../project/shell-word.js';

/** A file mode that should be changed. */
export interface Repair {
  /** Absolute. */
  readonly path: string;
  readonly what: 'permissions' | 'execute bit';
  /** What is wrong, as the end of a sentence about the path. */
  readonly fault: string;
  /** The right mode; undefined where changing the mode does not help. */
  readonly mode?: number;
}

const MOST_ENTRIES = 100_000;

/** All files and folders of a project whose modes make them unusable or unsafe. */
export function findRepairs(project: Project): readonly Repair[] {
  return new Search(project).all();
}

/** Changes the modes, and gives the repairs that worked. Changes nothing but modes. */
export async function applyRepairs(repairs: readonly Repair[]): Promise<readonly Repair[]> {
  const applied: Repair[] = [];
  for (const repair of repairs) {
    if (repair.mode === undefined) continue;
    try {
      await chmod(repair.path, repair.mode);
      applied.push(repair);
    } catch {
      // The file belongs to another user; the repair stays open.
    }
  }
  return applied;
}

/** The shell command for the same repair, to be run in the project's folder. */
export function repairCommand({ root }: Project, { path, mode, what }: Repair): string {
  const name = shellWord(pathBelow(root, path));
  if (mode === undefined) return `chown "$(id -u)" ${name}`;
  return what === 'permissions' ? `chmod go-w ${name}` : `chmod +x ${name}`;
}

class Search {
  readonly #project: Project;
  readonly #owners: Owners | undefined;
  readonly #found: Repair[] = [];
  readonly #seen = new Set<string>();

  constructor(project: Project) {
    this.#project = project;
    this.#owners = ownersOf(lstatSync(project.root));
  }

  all(): readonly Repair[] {
    const { root, isBare, tools, resources, prompts, completions, server, providers } = this.#project;
    this.#examine(root, false);
    if (isBare) for (const name of namesIn(root)) this.#examine(join(root, name), false);
    else for (const folder of [tools, resources, prompts, completions, providers]) this.#walk(folder, false);
    this.#walk(server, true);
    return this.#found;
  }

  #walk(path: string, strict: boolean): void {
    const stats = this.#examine(path, strict);
    if (!stats?.isDirectory()) return;
    for (const name of namesIn(path)) if (!isIgnoredFolder(name)) this.#walk(join(path, name), strict);
  }

  #examine(path: string, strict: boolean): Stats | undefined {
    if (this.#seen.has(path) || this.#seen.size > MOST_ENTRIES) return undefined;
    this.#seen.add(path);
    const stats = statsAt(path);
    if (!stats || stats.isSymbolicLink()) return undefined;
    const fault = permissionFault(stats, this.#owners, strict);
    const mode = stats.mode & 0o7777;
    if (fault !== undefined) {
      const isOurs = (mode & 0o022) !== 0;
      this.#found.push({ path, what: 'permissions', fault, ...(isOurs && { mode: mode & ~0o022 }) });
    } else if (stats.isFile() && !hasExecuteBit(stats.mode) && this.#shouldRun(path))
      this.#found.push({
        path,
        what: 'execute bit',
        fault: 'has no execute bit',
        mode: mode | ((mode & 0o444) >> 2),
      });
    return stats;
  }

  /** Whether a file is meant to be executed, and could be. */
  #shouldRun(path: string): boolean {
    const { root, tools, prompts, resources, completions, providers, isBare } = this.#project;
    const name = basename(path);
    if (process.platform === 'win32' || isIgnoredFile(name)) return false;
    const folder = dirname(path);
    if (isBare) return folder === root && hasInterpreterLine(path);
    const isBelow = (part: string) => path.startsWith(`${part}/`);
    const isEntry =
      isBelow(tools) && folder !== tools && ['tool', basename(folder)].includes(stemOf(name)) && !isModuleName(name);
    const isScript = ((isBelow(prompts) || isBelow(resources)) && isCompletionScript(name)) || folder === completions;
    return (isEntry || isScript || folder === providers) && isProgram(path);
  }
}

/** Whether a file is a script with an interpreter line or a binary. */
function isProgram(path: string): boolean {
  return hasInterpreterLine(path) || binaries.has(firstBytes(path).toString('hex'));
}

const hasInterpreterLine = (path: string) => firstBytes(path).toString('latin1', 0, 2) === '#!';

/** The first four bytes of a file; empty when it cannot be read. */
function firstBytes(path: string): Buffer {
  const head = Buffer.alloc(4);
  try {
    const descriptor = openSync(path, 'r');
    try {
      readSync(descriptor, head, 0, head.length, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return Buffer.alloc(0);
  }
  return head;
}

/** The first bytes of binaries of Linux and macOS, in hexadecimal. */
const binaries: ReadonlySet<string> = new Set(['7f454c46', 'cffaedfe', 'cefaedfe', 'cafebabe']);

/** The state of a path; undefined when it cannot be looked at. */
function statsAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
