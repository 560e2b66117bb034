/** How long a test waits for something that is going to happen. Only a failing test waits that long, so a busy machine has time. */
export const WAIT_LIMIT_MS = 90_000;

/** How long a test lets something take that the product promises within `promisedMs`: ten times as long, for a busy machine. */
export function tenTimes(promisedMs: number): number {
  return 10 * promisedMs;
}
