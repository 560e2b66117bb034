import { mkdirSync, rmdirSync } from 'node:fs';
import { CacheFault } from '../cache/fault.js';
import { type BuildLock, takeBuildLock } from './build-lock.js';
import type { OutputPlace } from './output-place.js';

const TRIES = 20;

/** Creates the work directory and takes its lock. Throws a CacheFault when another build has it. */
export function takeWork({ work }: OutputPlace): BuildLock {
  // Another build may just be ending and delete the directory.
  for (let left = TRIES; ; left--) {
    mkdirSync(work, { recursive: true });
    try {
      const taken = takeBuildLock(work);
      if ('release' in taken) return taken;
      removeIfEmpty(work);
      const { holder } = taken;
      throw new CacheFault('io', `a build is at work${holder ? `: process ${holder.pid} on ${holder.host}` : ''}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || left === 0) throw error;
    }
  }
}

/** Releases the lock and deletes the work directory, unless another build has started in it. */
export function leaveWork({ work }: OutputPlace, lock: BuildLock): void {
  lock.release();
  removeIfEmpty(work);
}

function removeIfEmpty(work: string): void {
  try {
    rmdirSync(work);
  } catch {
    // Another build uses it, or the next one will delete it.
  }
}
