import { createHash } from 'node:crypto';
import { canonicalJson, invalidParameter, type JsonObject, type Problem } from '@concord/contract';
import type { Applicant, Tool } from '@concord/engine';

/** Where a request says under which key it is to take effect once. */
export const keyName = 'io.concord/idempotencyKey';
/** Where a proxy says the same of each request it delivers. */
export const deliveryName = 'io.concord/deliveryKey';
/** Where it says that it may run again although nobody knows how it ended. */
export const retryUnknownName = 'io.concord/retryUnknown';

const LONGEST_KEY = 255;

/** The key of a call, and what its caller says of a call that was lost. */
export interface IdempotencyKey {
  readonly key: string;
  readonly retryUnknown: boolean;
}

/**
 * The key of a request; nothing where it has none, and a problem where it cannot be used. A proxy that may deliver a request twice says
 * under which key it does: that counts for tools that may not run twice.
 */
export function keyIn(
  meta: JsonObject | undefined,
  tool: Pick<Tool, 'annotations'>,
): IdempotencyKey | Problem | undefined {
  const own = meta?.[keyName];
  const key = own === undefined && !mayRunTwice(tool) ? meta?.[deliveryName] : own;
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key))
    return { key, retryUnknown: meta![retryUnknownName] === true };
  const message = `The idempotency key must be 1 to ${LONGEST_KEY} visible ASCII characters without blanks`;
  return invalidParameter(`_meta["${keyName}"]`, 'invalid value', message);
}

const mayRunTwice = ({ annotations }: Pick<Tool, 'annotations'>) =>
  annotations?.readOnlyHint === true || annotations?.idempotentHint === true;

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
