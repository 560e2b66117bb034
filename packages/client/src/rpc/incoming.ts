import type { JsonObject } from '@concord/contract';
import type { ConnectOptions } from '../connection/options.js';

/** Handles requests and notifications of a server. */
export interface Incoming {
  /** The answer: `result` or `error`. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
  /** False when it is unknown. */
  notification(method: string, params: JsonObject): boolean;
}

const methodNotFound = -32601;
const internalError = -32603;

/** Answers with the caller's handlers, `ping` by itself, and everything else with -32601. */
export async function answerTo(
  handlers: ConnectOptions['handlers'] = {},
  method: string,
  params: JsonObject,
): Promise<JsonObject> {
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler === undefined) {
    return method === 'ping' ? { result: {} } : { error: { code: methodNotFound, message: 'Method not found' } };
  }
  try {
    return { result: await handler(params) };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    return {
      error: {
        code: Number.isInteger(code) ? (code as number) : internalError,
        message: typeof message === 'string' ? message : 'Internal error',
      },
    };
  }
}
