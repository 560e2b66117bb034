import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { Identity } from '@concord/engine';
import { present } from '../catalog/project.js';
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

/** What clients are told about the server: the members of an identity that the protocol knows, and no others. */
export function serverInfoOf(identity: Identity): JsonObject {
  const made = known.get(identity);
  if (made) return made;
  const { name, version, title, description, websiteUrl, icons } = identity;
  const info = present({ name, version, title, description, websiteUrl, icons });
  known.set(identity, info);
  return info;
}
