import { createHash } from 'node:crypto';
import { canonicalJson, invalidParameter, type JsonObject, type Problem } from '@concord/contract';
import type { Applicant } from '@concord/engine';

/** Where a request says under which key it is to take effect once. */
export const keyName = 'io.concord/idempotencyKey';
/** Where it says that it may run again although nobody knows how it ended. */
export const retryUnknownName = 'io.concord/retryUnknown';

const LONGEST_KEY = 255;

/** The key of a call, and what its caller says of a call that was lost. */
export interface IdempotencyKey {
  readonly key: string;
  readonly retryUnknown: boolean;
}

/** The key of a request; nothing where it has none, and a problem where it cannot be used. */
export function keyIn(meta: JsonObject | undefined): IdempotencyKey | Problem | undefined {
  const key = meta?.[keyName];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key))
    return { key, retryUnknown: meta![retryUnknownName] === true };
  const message = `The idempotency key must be 1 to ${LONGEST_KEY} visible ASCII characters without blanks`;
  return invalidParameter(`_meta["${keyName}"]`, 'invalid value', message);
}

/** The key of a call at the server that does its work. */
export function keyFurther(key: string, { server = '', operation }: Applicant, caller: string): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, server, operation.name, key]))
    .digest('hex');
}

/** Tells arguments apart, however their members are ordered. */
export function hashOfArguments(args: JsonObject): string {
  return createHash('sha256').update(canonicalJson(args)).digest('hex');
}
