import { isJsonObject, type Json, type JsonObject } from '@concord/contract';

/** The output of a tool: its text, and its JSON value where it counts as one. */
export interface Output {
  readonly text: string;
  readonly value?: Json;
}

/** An MCP tool result that the tool made itself. */
export interface ToolResult extends JsonObject {
  readonly content: readonly Json[];
}

/** Reads printed output. A JSON scalar counts as text, unless the tool has an output schema (`promised`). */
export function readPrinted(text: string, promised: boolean): Output {
  if (!promised && !/^\s{0,1000}[[{]/.test(text)) return { text };
  try {
    return { text, value: JSON.parse(text) as Json };
  } catch {
    return { text };
  }
}

/** Reads a returned value: a string is text, anything else JSON. */
export function readValue(value: Json | undefined): Output {
  if (value === undefined) return { text: '' };
  return typeof value === 'string' ? { text: value } : { text: JSON.stringify(value), value };
}

/** Whether an output is an MCP tool result. Printed output needs `isError` too, because other programs also print `content`. */
export function isToolResult(value: Json | undefined, printed: boolean): value is ToolResult {
  return isJsonObject(value) && Array.isArray(value.content) && (!printed || value.isError !== undefined);
}
