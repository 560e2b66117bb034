import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Who may read the file, and whether it has to survive a power failure. */
export interface ReplaceOptions {
  /** The mode of the new file, or `umask` for what the system gives new files; by default only this user can read it. */
  readonly mode?: number | 'umask';
  /** False writes faster what need not survive a power failure. */
  readonly durable?: boolean;
}

/**
 * Writes a new file beside the old one and puts it in its place: a reader sees one or the other, whole. Until then nobody
 * else can read it. Rejects with the system's error, and then leaves the old file as it was and nothing beside it.
 */
export async function replaceFile(
  path: string,
  contents: string | Uint8Array,
  { mode = 0o600, durable = true }: ReplaceOptions = {},
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode === 'umask' ? 0o666 : 0o600);
    try {
      await file.writeFile(contents);
      if (mode !== 'umask' && mode !== 0o600) await file.chmod(mode);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  if (durable) await syncFolder(dirname(path));
}

/** The new name is on the disk too, where the system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const opened = await open(folder, 'r');
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  } catch {
    // The file is in its place; only a power failure right now could bring the old one back.
  }
}
