import type { Json, JsonObject, Outcome } from '@concord/contract';

/** Members that say how a call went, in a few bytes, and those that are measured by themselves. */
const measuredApart: ReadonlySet<string> = new Set(['ok', 'exitCode', 'state', 'text', 'data', 'result']);
const forms: ReadonlySet<string> = new Set(['content', 'structuredContent']);

/**
 * The bytes of output an Outcome holds, in UTF-8: everything a tool has put into it, its problems too. Of the two forms of one answer,
 * text for people and data for programs, the larger counts.
 */
export function outputBytes(outcome: Outcome): number {
  const { text, data, result } = outcome;
  const own = result
    ? resultBytes(result)
    : Math.max(text === undefined ? 0 : Buffer.byteLength(text), jsonBytes(data));
  return own + bytesWithout(measuredApart, outcome as unknown as JsonObject);
}

/** The bytes of a result of MCP by the same rule. */
function resultBytes(result: JsonObject): number {
  return Math.max(jsonBytes(result.content), jsonBytes(result.structuredContent)) + bytesWithout(forms, result);
}

function bytesWithout(names: ReadonlySet<string>, members: JsonObject): number {
  let bytes = 0;
  for (const name of Object.keys(members)) if (!names.has(name)) bytes += jsonBytes(members[name]);
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
