import type { Json, JsonObject, Outcome } from '@concord/contract';

/** Members that say how a call went, in a few bytes. */
const notOutput: ReadonlySet<string> = new Set(['ok', 'exitCode', 'state']);

/** The bytes of output an Outcome holds, in UTF-8: everything a tool has put into it, its problems too. */
export function outputBytes(outcome: Outcome): number {
  let bytes = 0;
  for (const name of Object.keys(outcome) as (keyof Outcome)[]) {
    if (name === 'text') bytes += Buffer.byteLength(outcome.text!);
    else if (!notOutput.has(name)) bytes += jsonBytes(outcome[name] as Json | undefined);
  }
  return bytes;
}

/** The size of a JSON value without the cost of writing it down; escapes are not counted. */
export function jsonBytes(value: Json | undefined): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value as readonly Json[]) bytes += jsonBytes(item) + 1;
  else
    for (const key of Object.keys(value)) bytes += Buffer.byteLength(key) + 4 + jsonBytes((value as JsonObject)[key]);
  return bytes;
}
