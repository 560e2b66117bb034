import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the oldest files of a folder until all of them together have at most that many bytes. */
export async function keepBelow(folder: string, mostBytes: number): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async name => {
      const path = join(folder, name);
      const { size = 0, mtimeMs = 0 } = await stat(path).catch(() => ({}) as { size?: number; mtimeMs?: number });
      return { path, size, mtimeMs };
    }),
  );
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.sort((one, other) => one.mtimeMs - other.mtimeMs)) {
    if (total <= mostBytes) return;
    total -= size;
    await rm(path, { force: true });
  }
}
