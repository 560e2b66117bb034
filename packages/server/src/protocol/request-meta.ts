import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { modernVersion } from './versions.js';

/** Members of `_meta` in which requests of the modern era say what a handshake would. */
export const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion';
export const clientCapabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
export const clientInfoKey = 'io.modelcontextprotocol/clientInfo';
export const logLevelKey = 'io.modelcontextprotocol/logLevel';
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** Headers that say what members of `_meta` do, for clients and proxies that set headers more easily; `_meta` goes first. */
const headerMembers: Readonly<Record<string, string>> = {
  'idempotency-key': 'io.concord/idempotencyKey',
  'concord-delivery': 'io.concord/deliveryKey',
  traceparent: 'traceparent',
  tracestate: 'tracestate',
  baggage: 'baggage',
};

/** `_meta` of a request, with what its headers say in place of members. */
export function withHeaders(meta: JsonObject, header: (name: string) => string | undefined): JsonObject {
  let all: Record<string, Json> | undefined;
  for (const name in headerMembers) {
    const value = header(name);
    const member = headerMembers[name]!;
    if (value === undefined || meta[member] !== undefined) continue;
    all ??= { ...meta };
    all[member] = value;
  }
  return all ?? meta;
}

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
