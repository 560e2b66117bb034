import type { Json, JsonObject } from '../json.js';

/** An object of the given fields in the given order, without those that are undefined. */
export function fields(given: Readonly<Record<string, Json | undefined>>): JsonObject {
  const present: Record<string, Json> = {};
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (value === undefined) continue;
    if (name !== '__proto__') present[name] = value;
    // Defined and not set, so that this name is data and nothing more.
    else Object.defineProperty(present, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return present;
}

/** A record of strings: other values become compact JSON. Undefined when there is nothing in it. */
export function stringRecord(given: Readonly<Record<string, Json>> | undefined): Record<string, string> | undefined {
  const entries = Object.entries(given ?? {}).map(([key, value]) => [key, stringOf(value)] as const);
  const known = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** The list, or undefined when it has nothing in it. */
export function filled<Item>(list: readonly Item[] | undefined): readonly Item[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** The object, or undefined when it has nothing in it. */
export function filledObject(value: JsonObject): JsonObject | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

function stringOf(value: Json): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
