import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flushDirectory } from '../threads/flush-file.js';
import { removeCache } from './remove-cache.js';

/** What happens on the way from a new cache to the one that answers. A test may let the process die at each. */
export type SwapStep = 'flushed' | 'old-aside' | 'new-in-place' | 'swapped' | 'old-dropped';

/** Puts a complete new cache in the place of an old one. At every moment one of the two answers for it. */
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

/** Takes away the cache that was replaced: out of sight at once, then from the disk. */
export async function dropOld(work: string): Promise<void> {
  const [old, trash] = [join(work, 'old'), join(work, 'trash')];
  if (existsSync(old)) renameSync(old, trash);
  await removeCache(trash);
}

/** After a crash: the old cache goes back where nothing took its place, and what was half done goes away. */
export async function recover(place: string, work: string): Promise<void> {
  const [old, trash] = [join(work, 'old'), join(work, 'trash')];
  // Trash that is still there would be in the way of a rename.
  await removeCache(trash);
  if (existsSync(old) && !existsSync(place)) renameSync(old, place);
  else await dropOld(work);
  for (const name of ['new', 'runs', 'sidecar', 'sidecar.terms'])
    rmSync(join(work, name), { recursive: true, force: true });
}

const LONGEST_RENAME_MS = 2_000;

/** A rename; on Windows one that open files are in the way of is tried again for a while. */
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
