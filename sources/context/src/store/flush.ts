import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { flushDirectory, flushFile } from './swap.js';

/** With more files than this, one call for the whole file system first makes the single ones cheap. */
const MANY = 1_000;
const LONGEST_SYNC_MS = 600_000;

/** Makes sure that a new cache is on the disk, its files before the directories that name them, then the directories around it. */
export function flushTree(fresh: string, around: readonly string[]): void {
  const documents = join(fresh, 'documents');
  const names = readdirSync(documents);
  if (process.platform === 'linux' && names.length > MANY)
    spawnSync('sync', ['-f', documents], { stdio: 'ignore', timeout: LONGEST_SYNC_MS });
  for (const name of names) flushFile(join(documents, name));
  for (const name of ['index.json', 'manifest.json']) flushFile(join(fresh, name));
  for (const directory of [documents, fresh, ...around]) flushDirectory(directory);
}
