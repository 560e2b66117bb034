import { open, stat } from 'node:fs/promises';

/** The size limit of a configuration file. */
export const LARGEST_FILE = 4 * 1024 * 1024;

/** What became of reading a file. */
export type Loaded = { readonly text: string } | { readonly absent: true } | { readonly fault: string };

const faults: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder',
  ELOOP: 'symbolic links lead in a circle',
  ENAMETOOLONG: 'name too long',
};

/** Reads a text of bounded size. A pipe is read only where the user named the file (`isNamed`): elsewhere reading it could block for ever. */
export async function load(path: string, options: { readonly isNamed?: boolean } = {}): Promise<Loaded> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { fault: faults.EISDIR! };
    if (!found.isFile() && !options.isNamed) return { fault: 'is not a regular file' };
    if (found.size > LARGEST_FILE) return tooLarge;
    return await readBounded(path);
  } catch (error) {
    const { code = 'unknown error', syscall } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { absent: true };
    // A folder without permission to look into, such as another user's home, counts as empty.
    if (code === 'EACCES' && syscall === 'stat' && !options.isNamed) return { absent: true };
    return { fault: faults[code] ?? code };
  }
}

const tooLarge: Loaded = { fault: `larger than ${LARGEST_FILE / 1024 / 1024} MiB` };

async function readBounded(path: string): Promise<Loaded> {
  const file = await open(path, 'r');
  try {
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(65_536), 0, 65_536, null);
      if (bytesRead === 0) break;
      size += bytesRead;
      if (size > LARGEST_FILE) return tooLarge;
      pieces.push(buffer.subarray(0, bytesRead));
    }
    return {
      text: Buffer.concat(pieces)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    };
  } finally {
    await file.close();
  }
}

/** True for anything there that is no folder; what cannot be reached at all counts as absent. */
export async function isPresent(path: string): Promise<boolean> {
  try {
    return !(await stat(path)).isDirectory();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP';
  }
}
