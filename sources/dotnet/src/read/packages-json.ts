import { isJsonObject, type JsonObject } from '@concord/contract';

/** The JSON object in the output of a command, possibly after other text; undefined when there is none. */
export function printedObject(stdout: string): JsonObject | undefined {
  const start = stdout.startsWith('{') ? 0 : stdout.search(/^\{/m);
  const end = stdout.lastIndexOf('}');
  if (start < 0 || end < start) return undefined;
  try {
    const found: unknown = JSON.parse(stdout.slice(start, end + 1));
    return isJsonObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** The objects in a value that should be a list of them. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A value when it is a string with something in it. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
