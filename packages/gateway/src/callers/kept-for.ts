/** Values that are kept for a while, up to a number of them; the oldest go first. */
export class KeptFor<Value> {
  readonly #keepMs: number;
  readonly #most: number;
  readonly #values = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(keepMs: number, most: number) {
    this.#keepMs = keepMs;
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const found = this.#values.get(key);
    if (found === undefined) return undefined;
    if (found.until > performance.now()) return found.value;
    this.#values.delete(key);
    return undefined;
  }

  /** Keeps a value, for no longer than `atMostMs`. */
  set(key: string, value: Value, atMostMs = this.#keepMs): void {
    if (this.#values.size >= this.#most) this.#values.delete(this.#values.keys().next().value!);
    this.#values.set(key, { value, until: performance.now() + Math.min(this.#keepMs, atMostMs) });
  }

  clear(): void {
    this.#values.clear();
  }
}
