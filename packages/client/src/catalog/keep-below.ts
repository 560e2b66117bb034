import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Whoever writes a file is done with it by then. */
const longestWriteMs = 3_600_000;

/**
 * Removes the oldest files of a folder until all of them together have at most that many bytes, and what those left behind
 * who were ended while they wrote: files that `isWhole` does not know by their name.
 */
export async function keepBelow(folder: string, mostBytes: number, isWhole: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async name => {
      const path = join(folder, name);
      const { size = 0, mtimeMs = 0 } = await stat(path).catch(() => ({}) as { size?: number; mtimeMs?: number });
      const isLeft = !isWhole(name) && Date.now() - mtimeMs > longestWriteMs;
      return { path, size, mtimeMs, isLeft };
    }),
  );
  for (const { path, isLeft } of files) if (isLeft) await rm(path, { force: true });
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.sort((one, other) => one.mtimeMs - other.mtimeMs)) {
    if (total <= mostBytes) return;
    total -= size;
    await rm(path, { force: true });
  }
}
