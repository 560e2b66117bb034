/** How many secrets are told apart; what is found beyond them counts each time, so that hostile text fills no memory. */
const MOST_TOLD_APART = 1_000;

/** Counts secrets: one that is found in several places, or in several forms where it is known, counts once. */
export class Tally {
  count = 0;
  /** Made with the first, because most texts hold none. */
  #seen: Set<string> | undefined;

  add(secret: string): void {
    this.#seen ??= new Set();
    if (this.#seen.has(secret)) return;
    if (this.#seen.size < MOST_TOLD_APART) this.#seen.add(secret);
    this.count++;
  }
}
