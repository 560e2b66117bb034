import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Identity } from '@concord/engine';
import { serverInfoKey } from '../gate/claim.js';

/** What an identity says of the server itself, made once for as long as it is used. */
const known = new WeakMap<Identity, JsonObject>();

/** Marks a result of the modern era as the SDK would. */
export function stampModern(result: JsonObject, identity: Identity): JsonObject {
  const meta = isJsonObject(result._meta) ? result._meta : {};
  const _meta = { ...meta, [serverInfoKey]: serverInfoOf(identity) };
  return result.resultType === undefined ? { ...result, resultType: 'complete', _meta } : { ...result, _meta };
}

function serverInfoOf(identity: Identity): JsonObject {
  const made = known.get(identity);
  if (made) return made;
  const { instructions: _, ...serverInfo } = identity;
  known.set(identity, serverInfo as unknown as JsonObject);
  return serverInfo as unknown as JsonObject;
}
