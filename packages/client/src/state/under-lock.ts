import { join } from 'node:path';
import { createLocks, type Locks } from '@concord/engine';

/** Another process held the lock for too long. */
export class LockedOut extends Error {}

/** Locks of one folder are shared, so that callers in this process wait for each other in order. */
const opened = new Map<string, Locks>();

function locksOf(stateFolder: string): Locks {
  const known = opened.get(stateFolder) ?? createLocks({ directory: join(stateFolder, 'locks') });
  opened.set(stateFolder, known);
  return known;
}

/** Does work on a file of the state folder while no other process of this user does. Rejects with LockedOut after `waitMs`. */
export async function underLock<Result>(
  stateFolder: string,
  operation: string,
  path: string,
  work: () => Promise<Result>,
  waitMs = 10_000,
): Promise<Result> {
  const lease = await locksOf(stateFolder).acquire(
    { keys: [{ key: `${operation}:${path}`, mode: 'write' }], operation, target: path },
    { waitMs },
  );
  if (!lease.held) throw new LockedOut(`${path} is being written by another process`);
  try {
    return await work();
  } finally {
    await lease.release();
  }
}
