import type { ProcessIdentity } from '../process/facts/process-facts.js';
import type { LockHolder } from './lease.js';

/** What a lock file says about the process that wrote it. */
export interface OwnerRecord extends ProcessIdentity, LockHolder {
  /** Names this record and no other, ever. */
  readonly nonce: string;
}

/** Whether something read from a file is a record; anything else is what a power loss left. */
export function isOwnerRecord(value: unknown): value is OwnerRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { nonce, pid, start, boot, operation, target, since, requestId } = value as Record<string, unknown>;
  if (!Number.isInteger(pid) || typeof nonce !== 'string' || !/^[0-9a-f]{32}$/.test(nonce)) return false;
  if (requestId !== undefined && typeof requestId !== 'string') return false;
  return [start, boot, operation, target, since].every(text => typeof text === 'string');
}

/** What others are told about the owner. */
export function describe({ operation, target, pid, since, requestId }: OwnerRecord): LockHolder {
  return { operation, target, pid, since, ...(requestId === undefined ? {} : { requestId }) };
}
