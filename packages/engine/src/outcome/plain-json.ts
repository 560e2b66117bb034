import type { Json } from '@concord/contract';

/** Either the value as plain JSON, or what keeps it from being that. */
export type PlainJson = { readonly json: Json } | { readonly fault: string; readonly pointer: string };

/** More values than any answer of a sensible size can hold; stops shared references from multiplying. */
const MOST_VALUES = 5_000_000;

/** Sets a member under any name: `__proto__` is a name like any other. */
function define(object: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

class Fault {
  constructor(
    readonly reason: string,
    readonly pointer: string,
  ) {}
}

/**
 * Takes what a program made for JSON, as `JSON.stringify` would see it, into a copy of its own: nobody can change it afterwards.
 * Cycles, depth past `maxDepth` and values JSON cannot hold are faults, with a pointer to the place.
 */
export function plainJson(value: unknown, maxDepth: number): PlainJson {
  let values = 0;
  const count = (more: number, pointer: string) => {
    values += more;
    if (values > MOST_VALUES) throw new Fault(`more than ${MOST_VALUES} values`, pointer);
  };

  const convert = (given: unknown, pointer: string, depth: number): Json | undefined => {
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
    if (depth >= maxDepth) throw new Fault(`nested deeper than ${maxDepth} levels, or cyclic`, pointer);
    count(1, pointer);
    if (ArrayBuffer.isView(given)) count(given.byteLength, pointer);
    if (Array.isArray(given)) return convertArray(given, pointer, depth + 1);
    if (typeof (given as { toJSON?: unknown }).toJSON === 'function')
      return convert((given as { toJSON(): unknown }).toJSON(), pointer, depth + 1);
    return convertObject(given as Record<string, unknown>, pointer, depth + 1);
  };

  const convertArray = (given: readonly unknown[], pointer: string, depth: number): Json => {
    count(given.length, pointer);
    const copy: Json[] = [];
    for (let at = 0; at < given.length; at++) copy.push(convert(given[at], pointer, depth) ?? null);
    return copy;
  };

  const convertObject = (given: Record<string, unknown>, pointer: string, depth: number): Json => {
    const copy: Record<string, Json> = {};
    for (const key of Object.keys(given)) {
      const value = convert(given[key], `${pointer}/${key}`, depth);
      if (value !== undefined) define(copy, key, value);
    }
    return copy;
  };

  try {
    return { json: convert(value, '', 0) ?? null };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.reason, pointer: error.pointer.slice(0, 200) };
    return { fault: 'reading it failed', pointer: '' };
  }
}
