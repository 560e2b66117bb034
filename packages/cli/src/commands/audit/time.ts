import { readDuration } from '@concord/gateway';
import { usage } from '../../command/failure.js';

/** A moment as a flag names it: a time of RFC 3339, or how long ago. */
export function timeOf(name: string, text: string, now: number): number {
  const ago = readDuration(text);
  if (ago !== undefined) return now - ago;
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) && text.length <= 40 ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw usage(`--${name} must be a time such as 2026-01-31T12:00:00Z, or 2h for two hours ago`);
  return time;
}
