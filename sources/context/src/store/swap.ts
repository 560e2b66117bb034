import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
export function dropOld(work: string): void {
  const [old, trash] = [join(work, 'old'), join(work, 'trash')];
  if (existsSync(old)) renameSync(old, trash);
  rmSync(trash, { recursive: true, force: true });
}

/** After a crash: the old cache goes back where nothing took its place, and what was half done goes away. */
export function recover(place: string, work: string): void {
  const old = join(work, 'old');
  if (existsSync(old) && !existsSync(place)) renameSync(old, place);
  else dropOld(work);
  for (const name of ['new', 'trash']) rmSync(join(work, name), { recursive: true, force: true });
}

/** Makes sure that what was written is on the disk. */
export function flushFile(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The same for the names in a directory; platforms that cannot flush one do without. */
export function flushDirectory(path: string): void {
  try {
    flushFile(path);
  } catch (error) {
    if (!['EISDIR', 'EINVAL', 'EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
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
