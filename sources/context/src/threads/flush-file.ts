import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Windows flushes only what it may write to. */
const MODE = process.platform === 'win32' ? 'r+' : 'r';

/** Flushes a file to disk. */
export function flushFile(path: string): void {
  const descriptor = openSync(path, MODE);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Flushes the entries of a directory to disk. Does nothing on platforms that cannot. */
export function flushDirectory(path: string): void {
  try {
    flushFile(path);
  } catch (error) {
    if (!['EISDIR', 'EINVAL', 'EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
