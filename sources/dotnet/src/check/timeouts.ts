import type { Action, Arguments, TimeClass } from '../table/table.js';

/** Default timeouts of calls, in milliseconds. */
export const timeouts: Readonly<Record<TimeClass, number>> = {
  query: 60_000,
  edit: 120_000,
  search: 60_000,
  run: 300_000,
  restore: 600_000,
  build: 900_000,
  test: 1_800_000,
};

/** The timeout of a call: the caller's, else the default of its action. */
export function timeoutOf(action: Action, args: Arguments): number {
  return typeof args.timeoutMs === 'number' ? args.timeoutMs : timeouts[action.time];
}
