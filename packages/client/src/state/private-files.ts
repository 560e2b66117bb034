import { randomUUID } from 'node:crypto';
import { chmod, open, rename, rm, stat } from 'node:fs/promises';
import { makeFolder } from '@concord/engine';

/** Makes a folder that only this user may look into, or closes one that is open to others. */
export async function privateFolder(folder: string): Promise<void> {
  makeFolder(folder);
  const { mode } = await stat(folder);
  if ((mode & 0o077) !== 0) await chmod(folder, 0o700);
}

/**
 * Writes a new file beside the old one and puts it in its place: a reader sees one or the other, and nobody else any.
 * What need not survive a power failure is written faster with `durable: false`.
 */
export async function replaceFile(
  path: string,
  contents: string | Buffer,
  { durable = true }: { readonly durable?: boolean } = {},
): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(contents);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
