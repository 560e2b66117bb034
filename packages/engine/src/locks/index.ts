export { type LayeredLease, LayeredLocks } from './layered-locks.js';
export type { AcquireRequest, AcquireWait, Conflict, Lease, LockHolder, LockKey, LockMode } from './lease.js';
export { createLocks, type Locks, type LocksOptions } from './locks.js';
export type { OuterHold, OuterLocks } from './outer-locks.js';
export type { Claim } from './request.js';
