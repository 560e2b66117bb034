import type { AcquireRequest, AcquireWait, LockHolder, LockMode } from './lease.js';

/** A request as the lock tables use it: each key once, sorted. */
export interface Claim {
  readonly keys: ReadonlyMap<string, LockMode>;
  readonly holder: LockHolder;
}

/** Sorts and merges the keys of a checked request (write wins), so that no two requests can wait for each other. */
export function claimOf(request: AcquireRequest, pid: number): Claim {
  const merged = new Map<string, LockMode>();
  for (const { key, mode } of request.keys) {
    if (mode === 'write' || !merged.has(key)) merged.set(key, mode);
  }
  const keys = new Map([...merged].sort(([left], [right]) => (left < right ? -1 : 1)));
  const { operation, target, requestId } = request;
  const since = new Date().toISOString();
  return { keys, holder: { operation, target, pid, since, ...(requestId === undefined ? {} : { requestId }) } };
}

/** The same claim, with now as the moment it got its keys. */
export function heldFromNow(claim: Claim): Claim {
  return { ...claim, holder: { ...claim.holder, since: new Date().toISOString() } };
}

/** Throws a TypeError that names the first argument that is not what `acquire` takes. */
export function checkRequest(request: AcquireRequest, wait: AcquireWait): void {
  if (typeof request !== 'object' || request === null) throw new TypeError('request must be an object');
  if (!Array.isArray(request.keys)) throw new TypeError('request.keys must be an array');
  for (const [index, entry] of request.keys.entries()) {
    if (typeof entry?.key !== 'string') throw new TypeError(`request.keys[${index}].key must be a string`);
    if (entry.mode !== 'read' && entry.mode !== 'write') {
      throw new TypeError(`request.keys[${index}].mode must be 'read' or 'write'`);
    }
  }
  if (typeof request.operation !== 'string') throw new TypeError('request.operation must be a string');
  if (typeof request.target !== 'string') throw new TypeError('request.target must be a string');
  if (request.requestId !== undefined && typeof request.requestId !== 'string') {
    throw new TypeError('request.requestId must be a string');
  }
  const { waitMs, signal } = wait;
  if (waitMs !== undefined && (typeof waitMs !== 'number' || !(waitMs >= 0))) {
    throw new TypeError('waitMs must be a number of milliseconds, 0 or more');
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError('signal must be an AbortSignal');
}
