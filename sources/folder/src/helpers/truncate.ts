import type { Json, JsonObject } from '../call/tool-context.js';

/** What fits: the value with as many items of a list as there is room for, or why nothing could be left out. */
export interface Truncated {
  readonly result: Json;
  readonly truncated: boolean;
  readonly kept?: number;
  readonly total?: number;
  readonly error?: { readonly type: string; readonly message: string };
}

const keyPath = /^\.[A-Za-z_][A-Za-z0-9_]{0,255}(?:\.[A-Za-z_][A-Za-z0-9_]{0,255}){0,63}$/;

/**
 * Keeps a value within so many bytes of compact JSON by leaving out the end of a list: the one at `path` (such as `.data.items`),
 * else the value itself, else its `results`. Never throws: what cannot be done is in `error`.
 */
export function truncate(value: Json, maxBytes: number, path?: string): Truncated {
  if (path !== undefined && !keyPath.test(path))
    return failed('invalid_path_syntax', `The path ${path.slice(0, 200)} is not of the form .key or .key.nested`);
  const keys = path === undefined ? defaultKeys(value) : path.slice(1).split('.');
  const list = keys && valueAt(value, keys);
  if (path !== undefined && list === undefined) return failed('path_not_found', `There is nothing at ${path}`);
  if (path !== undefined && !Array.isArray(list)) return failed('invalid_array_path', `There is no list at ${path}`);
  const bytes = sizeOf(value);
  const total = path !== undefined && Array.isArray(list) ? { kept: list.length, total: list.length } : {};
  if (bytes <= maxBytes) return { result: value, truncated: false, ...total };
  if (!keys || !Array.isArray(list))
    return failed('output_too_large', `The value has ${bytes} bytes and is no list, so nothing can be left out`);
  return shortened(value, keys, list, maxBytes);
}

function shortened(value: Json, keys: readonly string[], list: readonly Json[], maxBytes: number): Truncated {
  let bytes = sizeOf(withValueAt(value, keys, []));
  if (bytes > maxBytes) return failed('output_too_large', `Without any items the value still has ${bytes} bytes`);
  let kept = 0;
  for (const item of list) {
    bytes += sizeOf(item) + (kept === 0 ? 0 : 1);
    if (bytes > maxBytes) break;
    kept += 1;
  }
  return { result: withValueAt(value, keys, list.slice(0, kept)), truncated: true, kept, total: list.length };
}

/** The default place of the list. */
function defaultKeys(value: Json): readonly string[] | undefined {
  if (Array.isArray(value)) return [];
  return Array.isArray(valueAt(value, ['results'])) ? ['results'] : undefined;
}

function valueAt(value: Json, keys: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const key of keys) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at ?? undefined;
}

function withValueAt(value: Json, [key, ...rest]: readonly string[], put: Json): Json {
  if (key === undefined) return put;
  const object = value as JsonObject;
  return { ...object, [key]: withValueAt(object[key]!, rest, put) };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const sizeOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

function failed(type: string, message: string): Truncated {
  return { result: null, truncated: false, error: { type, message } };
}
