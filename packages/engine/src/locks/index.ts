export type { AcquireRequest, AcquireWait, Conflict, Lease, LockHolder, LockKey, LockMode } from './lease.js';
export { createLocks, type Locks, type LocksOptions } from './locks.js';
