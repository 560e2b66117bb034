import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder. What goes away meanwhile counts as nothing. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = entries.map(async entry => {
    const stats = await lstat(join(folder, entry)).catch(() => undefined);
    return stats?.isFile() ? stats.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
