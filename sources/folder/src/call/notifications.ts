import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Call, LogLevel } from '@concord/engine';

/** Passes on one line of a tool's progress file; false when the line is not a progress notification. */
export function takeProgress(line: string, call: Call): boolean {
  const params = paramsOf(line, 'notifications/progress');
  if (!params || typeof params.progress !== 'number') return false;
  const { progress, total, message } = params;
  call.progress(progress, numberIn(total), typeof message === 'string' ? message : undefined);
  return true;
}

/** Passes on one line of a tool's log file; false when the line is not a log notification. */
export function takeLog(line: string, call: Call): boolean {
  const params = paramsOf(line, 'notifications/message');
  if (!params || params.data === undefined) return false;
  const { level, data, logger } = params;
  call.log(String(level ?? 'info').toLowerCase() as LogLevel, data, typeof logger === 'string' ? logger : undefined);
  return true;
}

function paramsOf(line: string, method: string): JsonObject | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return isJsonObject(message) && message.method === method && isJsonObject(message.params)
      ? message.params
      : undefined;
  } catch {
    return undefined;
  }
}

/** A number, also where a shell script wrote it as a string. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
