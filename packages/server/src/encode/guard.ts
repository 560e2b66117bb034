import { type JsonObject, rpcCodes } from '@concord/contract';
import { jsonBytes } from '@concord/engine';
import type { Log } from '../log/log.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Settings } from '../settings/settings.js';

/** The most bytes a response to this method may have. */
export function responseLimit(method: string, settings: Settings): number {
  return method.endsWith('/list') ? settings.maxListBytes : settings.maxResponseBytes;
}

/** The error that takes the place of a response that is too large: whole, never cut. */
export function oversized(method: string, sizeBytes: number, limitBytes: number, log: Log): RpcError {
  log.error('rpc', `The response to ${method} has ${sizeBytes} bytes and was replaced: the limit is ${limitBytes}`);
  return new RpcError(rpcCodes.internalError, 'Response exceeded response size limit', { limitBytes, sizeBytes });
}

/** A result or error as it may leave, for transports that write it down themselves: one that is too large is replaced by an error. */
export function guarded(
  given: JsonObject | RpcError,
  method: string,
  settings: Settings,
  log: Log,
): JsonObject | RpcError {
  const limit = responseLimit(method, settings);
  const content: JsonObject =
    given instanceof RpcError ? { message: given.message, ...(given.data && { data: given.data }) } : given;
  // Escapes make at most six bytes of one: most answers need not be written down to be measured.
  if (jsonBytes(content) * 6 <= limit) return given;
  const size = Buffer.byteLength(JSON.stringify(content));
  return size > limit ? oversized(method, size, limit, log) : given;
}
