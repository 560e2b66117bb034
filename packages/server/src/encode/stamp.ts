import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Identity } from '@concord/engine';
import { serverInfoKey } from '../gate/claim.js';

/** Marks a result of the modern era as the SDK would. */
export function stampModern(result: JsonObject, identity: Identity): JsonObject {
  const { instructions: _, ...serverInfo } = identity;
  const meta = isJsonObject(result._meta) ? result._meta : {};
  return {
    ...result,
    ...(result.resultType === undefined && { resultType: 'complete' }),
    _meta: { ...meta, [serverInfoKey]: serverInfo as unknown as JsonObject },
  };
}
