import { lstatSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** File names of a project's rule. The first that exists counts. */
export const ruleFiles = ['policy.js', 'policy.mjs', 'policy.ts', 'policy.sh'] as const;

/** A folder unchanged for so long gets a different time at its next change, also on file systems with coarse times. */
const SETTLED_MS = 2_500;

/** After this time the files are looked for again in any case: on some file systems the time of a folder does not change. */
const TRUSTED_MS = 1_000;

/**
 * Finds a project's rule at every call. While there is none, only the folder is checked for changes, which is one file system call
 * in place of one for each name.
 */
export class RuleFile {
  readonly #folder: string;
  readonly #files: readonly string[];
  #none: { readonly folder: Stats; readonly until: number } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#files = ruleFiles.map(name => join(folder, name));
  }

  /** Throws when the folder or a file cannot be looked at. */
  find(): string | undefined {
    const folder = statSync(this.#folder, { throwIfNoEntry: false });
    const now = Date.now();
    if (!folder?.isDirectory() || this.#isStillNone(folder, now)) return undefined;
    // A broken link counts as a rule that cannot be read.
    const found = this.#files.find(file => lstatSync(file, { throwIfNoEntry: false }));
    const isSettled = Math.max(folder.mtimeMs, folder.ctimeMs) < now - SETTLED_MS;
    this.#none = !found && isSettled ? { folder, until: now + TRUSTED_MS } : undefined;
    return found;
  }

  #isStillNone({ ino, dev, mtimeMs, ctimeMs }: Stats, now: number): boolean {
    if (!this.#none || now >= this.#none.until) return false;
    const { folder } = this.#none;
    return ino === folder.ino && dev === folder.dev && mtimeMs === folder.mtimeMs && ctimeMs === folder.ctimeMs;
  }
}
