import { randomUUID } from 'node:crypto';
import { chmod, open, rename, rm } from 'node:fs/promises';

/** Writes a text beside a file and puts it in its place: a reader sees the old one or the new one, whole. */
export async function replaceFile(path: string, text: string, mode = 0o644): Promise<void> {
  const beside = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(beside, mode);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
