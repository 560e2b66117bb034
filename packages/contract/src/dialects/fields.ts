import type { Json, JsonObject } from '../json.js';

/** An object of the given fields in the given order, without those that are undefined. */
export function fields(given: Readonly<Record<string, Json | undefined>>): JsonObject {
  // fromEntries defines own properties, so that a key such as `__proto__` is data and nothing more.
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, Json] => entry[1] !== undefined));
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
