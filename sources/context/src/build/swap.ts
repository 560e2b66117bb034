import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flushDirectory } from '../threads/flush-file.js';
import { removeCache } from './remove-cache.js';

/** The steps of swapping in a new cache. Tests let the process die at each. */
export type SwapStep = 'flushed' | 'old-aside' | 'new-in-place' | 'swapped' | 'old-dropped';

/** Replaces an old cache by a complete new one. At every moment one of the two can be read. */
export function swapIn(place: string, work: string, atStep: (step: SwapStep) => void = () => {}): void {
  const [fresh, old] = [join(work, 'new'), join(work, 'old')];
  const replaces = existsSync(place);
  if (replaces) {
    rename(place, old);
    atStep('old-aside');
  }
  try {
    rename(fresh, place);
  } catch (error) {
    if (replaces) rename(old, place);
    throw error;
  }
  atStep('new-in-place');
  flushDirectory(work);
  flushDirectory(dirname(place));
  atStep('swapped');
}

/** Deletes the replaced cache: renames it first, so that no reader finds it, then deletes its files. */
export async function dropOld(work: string): Promise<void> {
  const [old, trash] = [join(work, 'old'), join(work, 'trash')];
  if (existsSync(old)) renameSync(old, trash);
  await removeCache(trash);
}

/** Repairs the state after a crash: restores the old cache unless a new one is in place, and deletes unfinished work. */
export async function recover(place: string, work: string): Promise<void> {
  const [old, trash] = [join(work, 'old'), join(work, 'trash')];
  // Leftover trash would block a rename.
  await removeCache(trash);
  if (existsSync(old) && !existsSync(place)) renameSync(old, place);
  else await dropOld(work);
  for (const name of ['new', 'runs', 'sidecar', 'sidecar.terms'])
    rmSync(join(work, name), { recursive: true, force: true });
}

const LONGEST_RENAME_MS = 2_000;

/** Renames a directory. On Windows it is retried for a while when open files block it. */
function rename(from: string, to: string): void {
  const until = performance.now() + LONGEST_RENAME_MS;
  for (;;) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (process.platform !== 'win32' || !['EPERM', 'EACCES', 'EBUSY'].includes(code) || performance.now() > until)
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}
