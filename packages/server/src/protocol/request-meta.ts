import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { modernVersion } from './versions.js';

/** Members of `_meta` in which requests of the modern era say what a handshake would. */
export const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion';
export const clientCapabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
export const clientInfoKey = 'io.modelcontextprotocol/clientInfo';
export const logLevelKey = 'io.modelcontextprotocol/logLevel';
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** Whether a request names the protocol version it speaks, as those of the modern era do. */
export function namesVersion(params: Json | undefined): boolean {
  return namedVersion(params) !== undefined;
}

/** The protocol version that a request names. */
export function namedVersion(params: Json | undefined): Json | undefined {
  const meta = isJsonObject(params) ? params._meta : undefined;
  return isJsonObject(meta) ? meta[protocolVersionKey] : undefined;
}

/** Whether a request says all that the modern era wants to know from each. */
export function hasModernMeta(params: JsonObject): boolean {
  const meta = params._meta;
  return isJsonObject(meta) && meta[protocolVersionKey] === modernVersion && isJsonObject(meta[clientCapabilitiesKey]);
}
