import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { modernVersion } from '../session/session.js';

export const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion';
export const clientCapabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
export const clientInfoKey = 'io.modelcontextprotocol/clientInfo';
export const logLevelKey = 'io.modelcontextprotocol/logLevel';
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** True when a request says for itself which modern revision it speaks. */
export function claimsModern(params: Json | undefined): boolean {
  return claimedVersion(params) !== undefined;
}

/** The revision a request says it speaks. */
export function claimedVersion(params: Json | undefined): Json | undefined {
  const meta = isJsonObject(params) ? params._meta : undefined;
  return isJsonObject(meta) ? meta[protocolVersionKey] : undefined;
}

/** True when a request says all that the modern era wants to know from each. */
export function isCompleteClaim(params: JsonObject): boolean {
  const meta = params._meta;
  return isJsonObject(meta) && meta[protocolVersionKey] === modernVersion && isJsonObject(meta[clientCapabilitiesKey]);
}
