import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** No write of a file takes longer. */
const longestWriteMs = 3_600_000;

/**
 * Removes the oldest files of a folder until all of them together have at most that many bytes, and temporary files of
 * processes that were ended while they wrote: old files whose name `isWhole` refuses.
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
