import { type JsonObject, rpcCodes } from '@concord/contract';
import { jsonBytes } from '@concord/engine';
import type { Log } from '../log/log.js';
import type { RequestId } from '../protocol/messages.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Settings } from '../settings/settings.js';

/** A JSON-RPC response: a result, or an error in its place. */
export function responseOf(id: RequestId | null | undefined, given: JsonObject | RpcError): JsonObject {
  const jsonrpc = '2.0';
  // A member that is undefined is left out when it is written.
  if (!(given instanceof RpcError)) return { jsonrpc, id: id as RequestId, result: given };
  const { code, message, data } = given;
  return { jsonrpc, id: id as RequestId, error: { code, message, ...(data !== undefined && { data }) } };
}

/** The response to a request of this method as the text that leaves. One that is too large is replaced by an error: whole, never cut. */
export function responseText(
  id: RequestId | null | undefined,
  given: JsonObject | RpcError,
  method: string,
  settings: Settings,
  log: Log,
): string {
  const text = JSON.stringify(responseOf(id, given));
  const limit = responseLimit(method, settings);
  // No character of a string takes more than three bytes, so most texts need no counting.
  const size = text.length * 3 <= limit ? 0 : Buffer.byteLength(text);
  return size <= limit ? text : JSON.stringify(responseOf(id, oversized(method || 'a message', size, limit, log)));
}

/** A result or error that somebody else will write down, with one that is too large replaced by an error. */
export function withinLimit(
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

/** The error that takes the place of a response that is too large. */
export function oversized(method: string, sizeBytes: number, limitBytes: number, log: Log): RpcError {
  log.error('rpc', `The response to ${method} has ${sizeBytes} bytes and was replaced: the limit is ${limitBytes}`);
  return new RpcError(
    rpcCodes.internalError,
    'Response exceeded response size limit',
    { limitBytes, sizeBytes },
    { kind: 'too_large', state: 'finished' },
  );
}

/** The most bytes a response to this method may have. */
function responseLimit(method: string, settings: Settings): number {
  return method.endsWith('/list') ? settings.maxListBytes : settings.maxResponseBytes;
}
