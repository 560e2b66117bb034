import { type JsonObject, rpcCodes } from '@concord/contract';
import { jsonBytes } from '@concord/engine';
import type { Host } from '../dispatch/exchange.js';
import { RpcError } from './rpc-error.js';

/** The most bytes a response to this method may have. */
export function responseLimit(method: string, { settings }: Host): number {
  return method.endsWith('/list') ? settings.maxListBytes : settings.maxResponseBytes;
}

/** The error that takes the place of a response that is too large: whole, never cut. */
export function oversized(method: string, sizeBytes: number, limitBytes: number, { log }: Host): RpcError {
  log.error('rpc', `The response to ${method} has ${sizeBytes} bytes and was replaced: the limit is ${limitBytes}`);
  return new RpcError(rpcCodes.internalError, 'Response exceeded response size limit', { limitBytes, sizeBytes });
}

/** Refuses a result that is too large, for transports that write it down themselves. */
export function guardResult(result: JsonObject, method: string, host: Host): JsonObject {
  const limit = responseLimit(method, host);
  // Escapes make at most six bytes of one: most results need not be written down to be measured.
  if (jsonBytes(result) * 6 <= limit) return result;
  const size = Buffer.byteLength(JSON.stringify(result));
  if (size > limit) throw oversized(method, size, limit, host);
  return result;
}
