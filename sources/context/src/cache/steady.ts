import { join } from 'node:path';
import { CacheFault } from './fault.js';
import { directoryOf } from './open-cache.js';
import { type Signature, sameOrMissing, signatureAt } from './signature.js';

const MOST_TRIES = 5;

/**
 * Runs work on the directory of a cache that a build may replace meanwhile. When the work fails and the cache was replaced, it starts
 * over, so that a running build is never taken for damage.
 */
export async function onSteadyCache<Result>(
  path: string,
  work: (directory: string) => Result | Promise<Result>,
): Promise<Result> {
  for (let left = MOST_TRIES; ; left--) {
    const before = manifestSignature(path);
    try {
      return await work(directoryOf(path));
    } catch (error) {
      if (!(error instanceof CacheFault) || sameOrMissing(before, manifestSignature(path))) throw error;
      if (left === 0) throw new CacheFault('io', `${path} is replaced faster than it can be read`);
    }
  }
}

/** The signature of the current manifest of the cache at a path; undefined when there is none. */
function manifestSignature(path: string): Signature | undefined {
  try {
    return signatureAt(join(directoryOf(path), 'manifest.json'));
  } catch {
    return undefined;
  }
}
