import { realpathSync } from 'node:fs';

/** The canonical path of a folder; the path itself when it is not there. */
export function canonicalFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
