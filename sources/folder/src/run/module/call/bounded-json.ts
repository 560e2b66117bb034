import type { Json } from '@concord/contract';

/** Taken before a module is loaded, which may replace them for the whole thread. */
const { parse, stringify } = JSON;

/** Thrown for a value whose JSON exceeds the limit. */
export const tooLong = new Error('it is too long');

/** The JSON of a value; throws `tooLong` above the limit. A thread that runs out of memory here would end the whole process. */
export function boundedJson(
  value: unknown,
  maxBytes: number,
  check: (key: string, each: unknown) => void = () => {},
): string {
  if (typeof value === 'string' && value.length <= maxBytes) return stringify(value);
  let length = 0;
  return stringify(value, (key, each: unknown) => {
    check(key, each);
    length += key.length + (typeof each === 'string' ? each.length : 1);
    if (length > maxBytes) throw tooLong;
    return each;
  });
}

/** A value as JSON carries it, and the length of that JSON. */
export function jsonValue(given: unknown, maxBytes: number): { data: Json; size: number } {
  try {
    const json = boundedJson(given, maxBytes) ?? 'null';
    return { data: parse(json) as Json, size: json.length };
  } catch (error) {
    const data = error === tooLong ? tooLong.message : String(given).slice(0, 10_000);
    return { data, size: data.length };
  }
}
