import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isIgnoredFolder } from '../../files/file-names.js';
import { compare } from '../../project/findings.js';

/** A hash over the names, sizes, modes and times of everything below folders: another one when something has changed. */
export async function fingerprintOf(folders: readonly string[], files: readonly string[]): Promise<string> {
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
