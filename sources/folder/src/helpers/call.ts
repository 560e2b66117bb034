import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Json, JsonObject, LogLevel, Root } from '../call/tool-context.js';

/** The arguments of the call this program was started for. */
export function args<Args = JsonObject>(): Args {
  return given('MCP_TOOL_ARGS') as Args;
}

/** `_meta` of the request. */
export function meta(): JsonObject {
  return given('MCP_TOOL_META') as JsonObject;
}

/** The folders the call may work in. */
export function roots(): readonly Root[] {
  return JSON.parse(process.env.MCP_ROOTS_JSON || '[]') as Root[];
}

/** Reports progress; nothing where the client does not ask for it. */
export function progress(value: number, total?: number, message?: string): void {
  const token = process.env.MCP_PROGRESS_TOKEN;
  if (!token) return;
  const params = { progressToken: token, progress: value, ...(total !== undefined && { total }) };
  append('MCP_PROGRESS_STREAM', 'notifications/progress', { ...params, ...(message !== undefined && { message }) });
}

/** Sends a log line to the client. */
export function log(level: LogLevel, data: Json, logger = process.env.MCP_TOOL_NAME ?? 'tool'): void {
  append('MCP_LOG_STREAM', 'notifications/message', { level, logger, data });
}

/** Whether the call was cancelled. */
export function isCancelled(): boolean {
  const file = process.env.MCP_CANCEL_FILE;
  return !!file && existsSync(file);
}

/** Ends the program and the call with a JSON-RPC error of the tool's own. The first one counts. */
export function fail(code: number, message: string, data?: Json): never {
  const file = process.env.MCP_TOOL_ERROR_FILE;
  const error = JSON.stringify({ code, message, ...(data !== undefined && { data }) });
  if (file && !existsSync(file)) writeFileSync(file, error, { mode: 0o600 });
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function given(variable: string): Json {
  const file = process.env[`${variable}_FILE`];
  return JSON.parse(file ? readFileSync(file, 'utf8') : process.env[`${variable}_JSON`] || '{}') as Json;
}

function append(variable: string, method: string, params: JsonObject): void {
  const file = process.env[variable];
  if (file) appendFileSync(file, `${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`, { mode: 0o600 });
}
