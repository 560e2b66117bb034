import { isJsonObject, type Json, type JsonObject } from '@concord/contract';

/** What a tool had to say: its text, and the JSON value that text is, where it counts as one. */
export interface Output {
  readonly text: string;
  readonly value?: Json;
}

/** A result of MCP that a tool made itself. */
export interface ToolResult extends JsonObject {
  readonly content: readonly Json[];
}

/** Reads what was printed. A bare scalar is text, unless a value is promised. */
export function readPrinted(text: string, promised: boolean): Output {
  if (!promised && !/^\s{0,1000}[[{]/.test(text)) return { text };
  try {
    return { text, value: JSON.parse(text) as Json };
  } catch {
    return { text };
  }
}

/** What was given as a value: a string is text, anything else JSON. */
export function readValue(value: Json | undefined): Output {
  if (value === undefined) return { text: '' };
  return typeof value === 'string' ? { text: value } : { text: JSON.stringify(value), value };
}

/** Whether an output is a whole result. Of what is printed, `isError` has to be there too: other tools print `content` as well. */
export function isToolResult(value: Json | undefined, printed: boolean): value is ToolResult {
  return isJsonObject(value) && Array.isArray(value.content) && (!printed || value.isError !== undefined);
}
