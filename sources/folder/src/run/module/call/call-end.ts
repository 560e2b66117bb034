import type { FromThread } from '../channel/messages.js';
import { boundedJson, jsonValue, tooLong } from './bounded-json.js';

const { stringify } = JSON;
const LONGEST = 10_000;

/** The message for a value that a module returned; `malformed` when the value is not JSON. */
export function resultMessage(value: unknown, maxBytes: number): FromThread {
  if (value === undefined) return { type: 'result' };
  try {
    return { type: 'result', json: boundedJson(value, maxBytes, isJson) };
  } catch (error) {
    return error === tooLong ? { type: 'too_large', stream: 'stdout' } : { type: 'malformed', reason: reasonOf(error) };
  }
}

function isJson(key: string, each: unknown): void {
  if (typeof each === 'function' || typeof each === 'symbol' || typeof each === 'bigint')
    throw new TypeError(`it holds a ${typeof each}${key === '' ? '' : ` at ${key}`}`);
}

/** The message for what a module threw: its own JSON-RPC error for a ToolError, else the reason it failed. */
export function errorMessage(error: unknown, maxBytes: number, withStack: boolean): FromThread {
  const own = error as { name?: unknown; code?: unknown; message?: unknown; data?: unknown } | undefined;
  if (own?.name === 'ToolError' && Number.isInteger(own.code) && typeof own.message === 'string') {
    const data = own.data === undefined ? undefined : jsonValue(own.data, maxBytes).data;
    return {
      type: 'error',
      code: own.code as number,
      message: own.message.slice(0, LONGEST),
      ...(data !== undefined && { json: stringify(data) }),
    };
  }
  const stack = withStack && error instanceof Error ? error.stack : undefined;
  return { type: 'failed', message: stack?.slice(0, LONGEST) ?? reasonOf(error) };
}

/** The message of an error, bounded in length. */
export function reasonOf(error: unknown): string {
  const message: unknown = error instanceof Error ? error.message : error;
  return typeof message === 'string' && message !== '' ? message.slice(0, LONGEST) : 'it failed without saying why';
}
