import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { Identity } from '@concord/engine';
import { serverInfoKey } from '../protocol/request-meta.js';

/** What an identity says of the server itself, made once for as long as it is used. */
const known = new WeakMap<Identity, JsonObject>();

/** Marks a result of the modern era as the SDK would. In place: a result is made for one answer and belongs to it. */
export function stampModern(result: JsonObject, identity: Identity): JsonObject {
  const stamped = result as Record<string, Json>;
  stamped.resultType ??= 'complete';
  const meta = isJsonObject(result._meta) ? (result._meta as Record<string, Json>) : {};
  meta[serverInfoKey] = serverInfoOf(identity);
  stamped._meta = meta;
  return stamped;
}

function serverInfoOf(identity: Identity): JsonObject {
  const made = known.get(identity);
  if (made) return made;
  const { instructions: _, ...serverInfo } = identity;
  known.set(identity, serverInfo as unknown as JsonObject);
  return serverInfo as unknown as JsonObject;
}
