import type { Json } from '@concord/contract';

const LONGEST_QUOTED = 100;

/** What of a client's own words goes back to it in an error: short texts and plain values, never a whole message. */
export function quoted(given: Json | undefined): Json {
  if (typeof given === 'string') return given.slice(0, LONGEST_QUOTED);
  return given === undefined || typeof given === 'object' ? null : given;
}
