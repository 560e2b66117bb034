import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownIdentity, startOf } from '../process/facts/process-facts.js';

const PREFIX = 'concord-run';

/**
 * Makes a folder for this process alone, below `root` or the system's temporary folder, which has to exist, and removes what
 * processes of this user left behind there when they were killed. Throws the system's error.
 */
export function openPrivateFolder(root: string = tmpdir()): string {
  const { pid, start, boot } = ownIdentity();
  sweep(root);
  const parts = [PREFIX, userId(), pid, written(start), boot.slice(0, 8), randomBytes(6).toString('hex')];
  const folder = join(root, parts.join('-'));
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** Makes such a folder in memory, where the system offers that; undefined elsewhere. */
export function openMemoryFolder(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return openPrivateFolder('/dev/shm');
  } catch {
    return undefined;
  }
}

/** Removes the folder with all that is in it; never fails. */
export function removePrivateFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next process of this user tries again.
  }
}

function sweep(root: string): void {
  const { boot } = ownIdentity();
  for (const name of readdirSync(root)) {
    const parts = name.split('-');
    if (!name.startsWith(`${PREFIX}-${userId()}-`) || parts.length !== 7) continue;
    const [, , , pid, start, itsBoot] = parts as [string, string, string, string, string, string];
    if (itsBoot === boot.slice(0, 8) && written(startOf(Number(pid))) === start) continue;
    removePrivateFolder(join(root, name));
  }
}

/** A start time in characters that a file name can have. */
function written(start = ''): string {
  return start.replace(/\W/g, '_');
}

function userId(): number {
  return process.getuid?.() ?? 0;
}
