import type { Store } from '@concord/store';
import type { Volume } from '../limits/limits.js';

/** What was spent is told to the store together. */
const GATHER_MS = 200;
/** What other replicas spent is no older than this. */
const OLDEST_MS = 5_000;

/** How many bytes have left in the window of time, over all replicas. */
export class VolumeMeter {
  readonly #store: Store;
  readonly #account: string;
  readonly volume: Volume;
  #spent = 0;
  #untold = 0;
  #resetsAt = 0;
  #knownAt = Number.NEGATIVE_INFINITY;
  #telling: NodeJS.Timeout | undefined;
  usedAt = performance.now();

  constructor(store: Store, account: string, volume: Volume) {
    this.#store = store;
    this.#account = account;
    this.volume = volume;
  }

  /** How long until more may leave; 0 when some may now. */
  wait(): number | Promise<number> {
    const now = performance.now();
    this.usedAt = now;
    if (now - this.#knownAt < OLDEST_MS && now < this.#resetsAt) return this.#waitNow();
    return this.#tell().then(
      () => this.#waitNow(),
      // What was spent when the store was last there holds as long as it is away.
      () => this.#waitNow(),
    );
  }

  add(bytes: number): void {
    this.#untold += bytes;
    this.#telling ??= setTimeout(() => void this.#tell().catch(() => {}), GATHER_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#telling);
    if (this.#untold > 0) await this.#tell().catch(() => {});
  }

  #waitNow(): number {
    return this.#spent + this.#untold < this.volume.bytes ? 0 : Math.max(1, this.#resetsAt - performance.now());
  }

  async #tell(): Promise<void> {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    const amount = this.#untold;
    this.#untold = 0;
    try {
      const { spent, resetsInMs } = await this.#store.quotas.spend({
        account: this.#account,
        windowMs: this.volume.perMs,
        amount,
      });
      this.#spent = spent;
      this.#knownAt = performance.now();
      this.#resetsAt = this.#knownAt + resetsInMs;
    } catch (error) {
      this.#untold += amount;
      throw error;
    }
  }
}
