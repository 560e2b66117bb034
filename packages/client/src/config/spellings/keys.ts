import { isJsonObject, type Json, type JsonObject } from '@concord/contract';

/** Renames keys; a key that is already there under its new name wins. Done with entries, so that `__proto__` stays a key. */
export function renamed(entry: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const pairs = Object.entries(entry).filter(
    ([key]) => !Object.hasOwn(names, key) || !Object.hasOwn(entry, names[key]!),
  );
  return Object.fromEntries(pairs.map(([key, value]) => [Object.hasOwn(names, key) ? names[key]! : key, value]));
}

/** The entry without some keys. */
export function without(entry: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)));
}

/** The entry with more keys, those that are defined. */
export function withKeys(entry: JsonObject, more: Readonly<Record<string, Json | undefined>>): JsonObject {
  const pairs = Object.entries(more).filter((pair): pair is [string, Json] => pair[1] !== undefined);
  const kept = Object.entries(entry).filter(([key]) => !pairs.some(([name]) => name === key));
  return Object.fromEntries([...kept, ...pairs]);
}

/** Every string of a value, replaced; keys stay. */
export function mapStrings(value: Json, replace: (text: string) => string): Json {
  if (typeof value === 'string') return replace(value);
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, replace)]));
  }
  return Array.isArray(value) ? value.map(inner => mapStrings(inner, replace)) : value;
}

/** A number of seconds in milliseconds; undefined for anything else. */
export function secondsAsMilliseconds(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 1000) : undefined;
}
