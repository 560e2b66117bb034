import { setTimeout as after } from 'node:timers/promises';
import { ToolError } from './tool-error.js';

/**
 * Runs it again while it throws, at most `attempts` times in all, after `delayMs`, twice that, and so on, with up to half as much on
 * top. A ToolError is the tool's answer, and not tried again. Throws what was thrown last.
 */
export async function withRetry<Value>(
  attempts: number,
  delayMs: number,
  run: (attempt: number) => Value | Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(attempt);
    } catch (error) {
      if (error instanceof ToolError || attempt >= attempts) throw error;
      await after(delayMs * 2 ** (attempt - 1) * (1 + Math.random() / 2));
    }
  }
}
