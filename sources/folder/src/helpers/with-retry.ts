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
      await after(pauseMs(attempt, delayMs));
    }
  }
}

/** How long to wait after so many attempts: twice as long each time, and up to half as much on top, so that not all come at once. */
export function pauseMs(attempts: number, delayMs: number): number {
  return delayMs * 2 ** (attempts - 1) * (1 + Math.random() / 2);
}
