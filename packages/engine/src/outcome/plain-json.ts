import type { Json } from '@concord/contract';

/** Either the value as plain JSON, or what keeps it from being that. */
export type PlainJson = { readonly json: Json } | { readonly fault: string; readonly pointer: string };

/** More values than any answer of a sensible size can hold; stops shared references from multiplying. */
const MOST_VALUES = 5_000_000;

/**
 * Copies a value as `JSON.stringify` would see it, so that nobody can change it afterwards.
 * Cycles, depth past `maxDepth` and values JSON cannot hold are faults, with a pointer to the place.
 */
export function plainJson(value: unknown, maxDepth: number): PlainJson {
  try {
    return { json: convert({ values: 0, maxDepth }, value, '', 0) ?? null };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.reason, pointer: error.pointer.slice(0, 200) };
    return { fault: 'reading it failed', pointer: '' };
  }
}

/** The state of one copy. */
interface Copying {
  values: number;
  readonly maxDepth: number;
}

class Fault {
  constructor(
    readonly reason: string,
    readonly pointer: string,
  ) {}
}

function convert(copying: Copying, given: unknown, pointer: string, depth: number): Json | undefined {
  switch (typeof given) {
    case 'string':
    case 'boolean':
      return given;
    case 'number':
      return Number.isFinite(given) ? given : null;
    case 'undefined':
      return undefined;
    case 'object':
      break;
    default:
      throw new Fault(`a ${typeof given} cannot be JSON`, pointer);
  }
  if (given === null) return null;
  if (depth >= copying.maxDepth) throw new Fault(`nested deeper than ${copying.maxDepth} levels, or cyclic`, pointer);
  count(copying, 1, pointer);
  if (ArrayBuffer.isView(given)) count(copying, given.byteLength, pointer);
  if (Array.isArray(given)) return convertArray(copying, given, pointer, depth + 1);
  if (typeof (given as { toJSON?: unknown }).toJSON === 'function')
    return convert(copying, (given as { toJSON(): unknown }).toJSON(), pointer, depth + 1);
  return convertObject(copying, given as Record<string, unknown>, pointer, depth + 1);
}

function convertArray(copying: Copying, given: readonly unknown[], pointer: string, depth: number): Json {
  count(copying, given.length, pointer);
  const copy: Json[] = [];
  for (let at = 0; at < given.length; at++) copy.push(convert(copying, given[at], pointer, depth) ?? null);
  return copy;
}

function convertObject(copying: Copying, given: Record<string, unknown>, pointer: string, depth: number): Json {
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(given)) {
    const value = convert(copying, given[key], `${pointer}/${key}`, depth);
    if (value !== undefined) define(copy, key, value);
  }
  return copy;
}

function count(copying: Copying, more: number, pointer: string): void {
  copying.values += more;
  if (copying.values > MOST_VALUES) throw new Fault(`more than ${MOST_VALUES} values`, pointer);
}

/** Sets a member under any name: `__proto__` is a name like any other. */
function define(object: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
