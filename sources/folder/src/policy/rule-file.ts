import { lstatSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files that can be a project's rule; the first that is there counts. */
export const ruleFiles = ['policy.js', 'policy.mjs', 'policy.ts', 'policy.sh'] as const;

/** A folder that changed so long ago has another time when it changes again, however coarse the times of its file system are. */
const SETTLED_MS = 2_500;

/** On some file systems the time of a folder tells nothing: whatever it says, the files are looked for again after this. */
const TRUSTED_MS = 1_000;

/**
 * Where a project's rule is, looked for at every call. That there is none holds until the folder changes, which is one question to the
 * file system in place of one for each name.
 */
export class RuleFile {
  readonly #folder: string;
  readonly #files: readonly string[];
  #none: { readonly folder: Stats; readonly until: number } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#files = ruleFiles.map(name => join(folder, name));
  }

  /** Throws when nobody can tell. */
  find(): string | undefined {
    const folder = statSync(this.#folder, { throwIfNoEntry: false });
    const now = Date.now();
    if (!folder?.isDirectory() || this.#isStillNone(folder, now)) return undefined;
    // A link that leads nowhere is a rule that cannot be read, not the lack of one.
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
