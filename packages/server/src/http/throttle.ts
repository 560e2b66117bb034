const MINUTE = 60_000;
const MOST_ADDRESSES = 10_000;

/** Counts the failures of each address within a minute. */
export class Throttle {
  readonly #most: number;
  readonly #failures = new Map<string, number[]>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Notes a failure. Gives the seconds to wait when there were too many, undefined otherwise. */
  failed(address: string, now = performance.now()): number | undefined {
    const recent = (this.#failures.get(address) ?? []).filter(time => now - time < MINUTE);
    // Kept in the order of the last failure, so that the first entry is the one to forget.
    this.#failures.delete(address);
    if (this.#failures.size >= MOST_ADDRESSES) this.#failures.delete(this.#failures.keys().next().value!);
    this.#failures.set(address, recent);
    if (recent.length >= this.#most) return Math.max(1, Math.ceil(((recent[0] ?? now) + MINUTE - now) / 1_000));
    recent.push(now);
    return undefined;
  }
}
