import type { Mount } from '../catalog/catalog.js';

/** How long what goes may still be worked with. */
const LONGEST_MS = 300_000;

/** Knows which Sources requests work with, so that one that is served no more is closed when the last of them has ended. */
export class MountUse {
  readonly #working = new Map<Mount, number>();
  readonly #waiting = new Map<Mount, () => void>();

  /** Notes that a request works with a Source; gives a function that notes its end. */
  begin(mount: Mount): () => void {
    this.#working.set(mount, (this.#working.get(mount) ?? 0) + 1);
    return () => {
      const left = this.#working.get(mount)! - 1;
      if (left > 0) {
        this.#working.set(mount, left);
        return;
      }
      this.#working.delete(mount);
      this.#waiting.get(mount)?.();
    };
  }

  /** Resolves once nobody works with a Source any more, or when that takes too long. */
  unused(mount: Mount): Promise<void> {
    if (!this.#working.has(mount)) return Promise.resolve();
    return new Promise(resolve => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(mount);
        resolve();
      };
      const timer = setTimeout(done, LONGEST_MS).unref();
      this.#waiting.set(mount, done);
    });
  }
}
