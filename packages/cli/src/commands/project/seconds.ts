import type { Flags } from '../../command/flags.js';
import { readDuration } from '../../parse/values.js';

/** The seconds of `--timeout`, which has no unit or one of its own; undefined when it was not given, or is 0. */
export function secondsIn({ timeout }: Flags): number | undefined {
  if (typeof timeout !== 'string') return undefined;
  const seconds = /^[0-9.]{1,13}$/.test(timeout) ? Number(timeout) : readDuration(timeout)! / 1_000;
  return seconds > 0 ? seconds : undefined;
}
