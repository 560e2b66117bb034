import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isIgnoredFolder } from '../../files/file-names.js';
import { compare } from '../../project/findings.js';

/** Compares fingerprints at intervals. The first one counts as a change, because the state before it is unknown. */
export class Polling {
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(folders: readonly string[], files: readonly string[], onChange: () => void, everyMs: number) {
    let last: string | undefined;
    const poll = async (): Promise<void> => {
      const now = await fingerprintOf(folders, files);
      if (this.#isClosed) return;
      if (now !== last) onChange();
      last = now;
      this.#timer = setTimeout(() => void poll(), everyMs).unref();
    };
    void poll();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}

/** A hash over the names, sizes, modes and times of all files below folders, which differs when something has changed. */
async function fingerprintOf(folders: readonly string[], files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const visit = async (path: string, isTop: boolean): Promise<void> => {
    const stats = await lstat(path, { bigint: true }).catch(() => undefined);
    if (stats === undefined) {
      hash.update(`${path}\0-\0`);
      return;
    }
    hash.update(`${path}\0${stats.size}\0${stats.mode}\0${stats.mtimeNs}\0`);
    if (!stats.isDirectory() || !isTop) return;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
      const isLookedInto = entry.isDirectory() && !isIgnoredFolder(entry.name);
      if (entry.isFile() || entry.isSymbolicLink() || isLookedInto) await visit(join(path, entry.name), isLookedInto);
    }
  };
  for (const folder of folders) await visit(folder, true);
  for (const file of files) await visit(file, false);
  return hash.digest('hex');
}
