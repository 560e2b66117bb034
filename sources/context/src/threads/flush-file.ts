import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Windows flushes only what it may write to. */
const MODE = process.platform === 'win32' ? 'r+' : 'r';

/** Makes sure that what was written is on the disk. */
export function flushFile(path: string): void {
  const descriptor = openSync(path, MODE);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The same for the names in a directory; platforms that cannot flush one do without. */
export function flushDirectory(path: string): void {
  try {
    flushFile(path);
  } catch (error) {
    if (!['EISDIR', 'EINVAL', 'EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
