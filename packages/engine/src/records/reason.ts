import type { Json, Kind, Problem } from '@concord/contract';
import type { CallRecord } from './records.js';

/** Which details of a problem of each kind are no contents, and say what decided it. */
const telling: Partial<Record<Kind, readonly string[]>> = {
  invalid_params: ['reason'],
  not_found: ['reason'],
  forbidden: ['reason'],
  unavailable: ['reason', 'feature', 'retryAfterMs', 'nextTryAt', 'failures'],
  conflict: ['conflictingOperation', 'holderTarget', 'since', 'holderPid', 'holderRequestId'],
  limited: ['limit', 'scope', 'allowed', 'retryAfterMs'],
  timeout: ['reason', 'timeoutMs', 'budgetMs', 'hop'],
  too_large: ['limitBytes', 'sizeBytes'],
  upgrade_required: ['feature', 'reason'],
};
const LONGEST = 200;

/** What decided a failure: its variant, and those details of the problem that are no contents. */
export function reasonOf({ kind, variant, details = {} }: Problem): Pick<CallRecord, 'why'> {
  const told: Record<string, Json> = {};
  if (variant !== undefined) told.variant = variant;
  for (const name of telling[kind] ?? []) {
    const value = details[name];
    if (typeof value === 'string' || typeof value === 'number') told[name] = String(value).slice(0, LONGEST);
  }
  return Object.keys(told).length === 0 ? {} : { why: told };
}
