import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { Identity } from '@concord/engine';
import { serverInfoKey } from '../protocol/request-meta.js';

/** The server info of each identity, made once. */
const known = new WeakMap<Identity, JsonObject>();

/** Adds to a result what the modern era wants in each, as the SDK would. Changes the result itself, which belongs to one response. */
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
