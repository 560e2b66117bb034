import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, where they are not there. Throws the system's error; in places such as `/proc`, where nothing can be
 * made below a folder that is there, the recursive `mkdir` of Node would try for ever.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const above = dirname(folder);
    if (code !== 'ENOENT' || above === folder || existsSync(above)) throw error;
    makeFolder(above, mode);
    makeFolder(folder, mode);
  }
}

/** Makes a folder that only this user may look into, or closes one that is open to others. Throws the system's error. */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
}
