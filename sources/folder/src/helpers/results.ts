import type { Json, JsonObject } from '../call/tool-context.js';

/** A result of MCP, whole: returned by a module or printed by a program it is passed on as it is. */
export interface ToolResult {
  readonly content: readonly JsonObject[];
  readonly structuredContent?: Json;
  readonly isError: boolean;
}

/** A result that is text. */
export function text(value: string): ToolResult {
  return { content: [{ type: 'text', text: value }], isError: false };
}

/** A result that is JSON, as a value and as text. */
export function json(value: Json): ToolResult {
  return { ...text(JSON.stringify(value)), structuredContent: value };
}

const DEFAULT_TEXT_BYTES = 102_400;

/** A result `{success: true, result}`. Text that would be longer than MCPBASH_MAX_TEXT_BYTES is a summary. */
export function result(value: Json, maxTextBytes = textBytes()): ToolResult {
  const structuredContent = { success: true, result: value };
  const whole = JSON.stringify(structuredContent);
  const shown = Buffer.byteLength(whole) <= maxTextBytes ? whole : `Success: ${summary(value)}`;
  return { ...text(shown), structuredContent };
}

/** The kinds of error there are words for; others may be used. */
export type ErrorType =
  | 'not_found'
  | 'validation_error'
  | 'invalid_json'
  | 'permission_denied'
  | 'file_error'
  | 'network_error'
  | 'redirect'
  | 'timeout'
  | 'cli_error'
  | 'internal_error'
  | (string & {});

/** A failed result `{success: false, error}`: the model that called can read it and do better. */
export function error(
  type: ErrorType,
  message: string,
  { hint, data }: { readonly hint?: string; readonly data?: Json } = {},
): ToolResult {
  const why = { type, message, ...(hint !== undefined && { hint }), ...(data !== undefined && { data }) };
  return { ...text(message), structuredContent: { success: false, error: why }, isError: true };
}

function textBytes(): number {
  const given = process.env.MCPBASH_MAX_TEXT_BYTES ?? '';
  return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : DEFAULT_TEXT_BYTES;
}

function summary(value: Json): string {
  if (Array.isArray(value)) return `array with ${value.length} items`;
  if (typeof value === 'object' && value !== null) return `object with ${Object.keys(value).length} keys`;
  return `a value of ${Buffer.byteLength(JSON.stringify(value))} bytes`;
}
