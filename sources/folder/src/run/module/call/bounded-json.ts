import type { Json } from '@concord/contract';

/** As they are before a module is loaded, which may change them for the whole thread. */
const { parse, stringify } = JSON;

/** Why a value was not written: it is longer than anybody would take. */
export const tooLong = new Error('it is too long');

/** JSON of a value. Made up to the limit only: a thread that runs out of memory while it writes takes the process with it. */
export function bounded(
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

/** What JSON can carry of a value, and how long that is. */
export function plain(given: unknown, maxBytes: number): { data: Json; size: number } {
  try {
    const json = bounded(given, maxBytes) ?? 'null';
    return { data: parse(json) as Json, size: json.length };
  } catch (error) {
    const data = error === tooLong ? tooLong.message : String(given).slice(0, 10_000);
    return { data, size: data.length };
  }
}
