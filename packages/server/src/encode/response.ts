import { isJsonObject, type JsonObject, rpcCodes } from '@concord/contract';
import { jsonBytes, withShorterContent } from '@concord/engine';
import type { Log } from '../log/log.js';
import type { RequestId } from '../protocol/messages.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Settings } from '../settings/settings.js';
import { outcomeKey } from './problem-error.js';

/** A JSON-RPC response: a result, or an error in its place. */
export function responseOf(id: RequestId | null | undefined, given: JsonObject | RpcError): JsonObject {
  const jsonrpc = '2.0';
  // A member that is undefined is left out when it is written.
  if (!(given instanceof RpcError)) return { jsonrpc, id: id as RequestId, result: given };
  const { code, message, data } = given;
  return { jsonrpc, id: id as RequestId, error: { code, message, ...(data !== undefined && { data }) } };
}

/** The response to a request of this method as the text that leaves, within its limit. */
export function responseText(
  id: RequestId | null | undefined,
  given: JsonObject | RpcError,
  method: string,
  settings: Settings,
  log: Log,
): string {
  const write = (answer: JsonObject | RpcError) => JSON.stringify(responseOf(id, answer));
  const text = write(given);
  const limit = responseLimit(method, settings);
  // No character of a string takes more than three bytes, so most texts need no counting.
  if (text.length * 3 <= limit) return text;
  const size = Buffer.byteLength(text);
  if (size <= limit) return text;
  const bytes = (answer: JsonObject) => Buffer.byteLength(write(answer));
  return write(shorter(given, limit, bytes) ?? oversized(method || 'a message', size, limit, log));
}

/** Room for what is written around a result: it is shortened once, and must fit with its id as well. */
const WRITTEN_AROUND = 512;

/** A result or error that somebody else will write down, within its limit. */
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
  const bytes = (answer: JsonObject) => Buffer.byteLength(JSON.stringify(answer));
  const size = bytes(content);
  return size <= limit ? given : (shorter(given, limit - WRITTEN_AROUND, bytes) ?? oversized(method, size, limit, log));
}

/**
 * A result that is too large because it says the same as text and as data keeps the data whole, and of the text both ends. Anything else that
 * is too large is replaced by an error: whole, never cut.
 */
function shorter(
  given: JsonObject | RpcError,
  limit: number,
  measure: (answer: JsonObject) => number,
): JsonObject | undefined {
  return given instanceof RpcError ? undefined : withShorterContent(markedAsCut(given), limit, measure);
}

function markedAsCut(result: JsonObject): JsonObject {
  const { _meta: meta } = result;
  if (!isJsonObject(meta) || !isJsonObject(meta[outcomeKey])) return result;
  return { ...result, _meta: { ...meta, [outcomeKey]: { ...meta[outcomeKey], truncated: true } } };
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
