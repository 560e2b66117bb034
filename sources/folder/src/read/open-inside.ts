import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isInside } from '../files/safety.js';
import { readFailure } from './read-failure.js';

type SystemError = NodeJS.ErrnoException;
const missing = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

/** The canonical path of a file inside one of the roots. A path outside fails in the same way whether or not it exists. */
export async function canonicalInside(path: string, roots: readonly string[]): Promise<string> {
  const canonicalRoots = await Promise.all(roots.map(canonical));
  const file = await canonical(path);
  if (!canonicalRoots.some(root => root.exists && isInside(file.path, root.path)))
    throw readFailure(2, 'The file lies outside the folders that resources may be read from');
  if (!file.exists) throw readFailure(3, 'There is no such file');
  return file.path;
}

/** Opens a regular file by its canonical path, and makes sure that it is still the file that was checked. */
export async function openUnchanged(path: string): Promise<FileHandle> {
  // Neither follows a link that was put there meanwhile nor waits for the other end of a pipe.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let handle: FileHandle;
  try {
    handle = await open(path, flags);
  } catch (error) {
    throw openFailure(error as SystemError);
  }
  try {
    const [opened, named, itself] = await Promise.all([handle.stat(), lstat(path), realpath(path)]);
    if (itself !== path || named.dev !== opened.dev || named.ino !== opened.ino) {
      throw readFailure(2, 'The file was replaced while it was opened');
    }
    if (!opened.isFile()) throw readFailure(5, 'The resource is not a regular file');
    return handle;
  } catch (error) {
    await handle.close();
    const { code } = error as SystemError;
    throw typeof code === 'string' ? openFailure(error as SystemError) : error;
  }
}

/** The canonical path; for a missing file, that of its nearest existing folder with the rest appended. */
async function canonical(path: string): Promise<{ readonly path: string; readonly exists: boolean }> {
  try {
    return { path: await realpath(path), exists: true };
  } catch (error) {
    if (!missing.has((error as SystemError).code ?? '')) throw openFailure(error as SystemError);
    const folder = dirname(path);
    if (folder === path) return { path, exists: false };
    return { path: join((await canonical(folder)).path, basename(path)), exists: false };
  }
}

function openFailure({ code = '' }: SystemError) {
  // O_NOFOLLOW met a link.
  if (code === 'ELOOP') return readFailure(2, 'The file was replaced while it was opened');
  if (missing.has(code)) return readFailure(3, 'There is no such file');
  return readFailure(5, `The file cannot be read (${code})`);
}
