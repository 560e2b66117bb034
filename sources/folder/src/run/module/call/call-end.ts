import type { FromThread } from '../channel/messages.js';
import { bounded, plain, tooLong } from './bounded-json.js';

const { stringify } = JSON;
const LONGEST = 10_000;

/** What a module returned, as JSON; what JSON cannot carry is told. */
export function written(value: unknown, maxBytes: number): FromThread {
  if (value === undefined) return { type: 'result' };
  try {
    return { type: 'result', json: bounded(value, maxBytes, isJson) };
  } catch (error) {
    return error === tooLong ? { type: 'too_large', stream: 'stdout' } : { type: 'malformed', reason: sentence(error) };
  }
}

function isJson(key: string, each: unknown): void {
  if (typeof each === 'function' || typeof each === 'symbol' || typeof each === 'bigint')
    throw new TypeError(`it holds a ${typeof each}${key === '' ? '' : ` at ${key}`}`);
}

/** What a module threw: an error of its own making, or why it failed. */
export function thrown(error: unknown, maxBytes: number, withStack: boolean): FromThread {
  const own = error as { name?: unknown; code?: unknown; message?: unknown; data?: unknown } | undefined;
  if (own?.name === 'ToolError' && Number.isInteger(own.code) && typeof own.message === 'string') {
    const data = own.data === undefined ? undefined : plain(own.data, maxBytes).data;
    return {
      type: 'error',
      code: own.code as number,
      message: own.message.slice(0, LONGEST),
      ...(data !== undefined && { json: stringify(data) }),
    };
  }
  const stack = withStack && error instanceof Error ? error.stack : undefined;
  return { type: 'failed', message: stack?.slice(0, LONGEST) ?? sentence(error) };
}

/** Why something failed, in words of bounded length. */
export function sentence(error: unknown): string {
  const message: unknown = error instanceof Error ? error.message : error;
  return typeof message === 'string' && message !== '' ? message.slice(0, LONGEST) : 'it failed without saying why';
}
