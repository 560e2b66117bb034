/** A value and how old it is. */
export interface Aged<Value> {
  readonly value: Value;
  readonly ageSeconds: number;
  /** Whether it was computed for this request. */
  readonly isFresh: boolean;
}

/** A value that is expensive to compute and valid for a while. Concurrent requests share one computation. Failures are not kept. */
export class Cached<Value> {
  readonly ttlSeconds: number;
  readonly #load: () => Promise<Value>;
  #value: { readonly value: Value; readonly at: number } | undefined;
  #loading: Promise<Value> | undefined;
  #hits = 0;
  #misses = 0;

  constructor(ttlSeconds: number, load: () => Promise<Value>) {
    this.ttlSeconds = ttlSeconds;
    this.#load = load;
  }

  /** The value, computed again when it is too old or `isForced` is set. */
  async get(isForced = false): Promise<Aged<Value>> {
    const known = isForced ? undefined : this.#known();
    if (known) {
      this.#hits += 1;
      return { value: known.value, ageSeconds: Math.floor((performance.now() - known.at) / 1_000), isFresh: false };
    }
    this.#misses += 1;
    this.#loading ??= this.#fill().finally(() => {
      this.#loading = undefined;
    });
    return { value: await this.#loading, ageSeconds: 0, isFresh: true };
  }

  /** The current value, without computing it. */
  peek(): Value | undefined {
    return this.#known()?.value;
  }

  clear(): void {
    this.#value = undefined;
  }

  get metrics(): { readonly hits: number; readonly misses: number; readonly hitRatio: number } {
    const asked = this.#hits + this.#misses;
    return {
      hits: this.#hits,
      misses: this.#misses,
      hitRatio: asked === 0 ? 0 : Math.round((this.#hits / asked) * 1_000) / 1_000,
    };
  }

  #known() {
    const known = this.#value;
    return known && performance.now() - known.at <= this.ttlSeconds * 1_000 ? known : undefined;
  }

  async #fill(): Promise<Value> {
    const value = await this.#load();
    this.#value = { value, at: performance.now() };
    return value;
  }
}
