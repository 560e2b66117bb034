import { fingerprintOf } from './fingerprint.js';

/** Compares fingerprints from time to time. The first one counts as a change: nothing is known of what was before. */
export class Polling {
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(folders: readonly string[], files: readonly string[], tell: () => void, everyMs: number) {
    let last: string | undefined;
    const look = async (): Promise<void> => {
      const now = await fingerprintOf(folders, files);
      if (this.#isClosed) return;
      if (now !== last) tell();
      last = now;
      this.#timer = setTimeout(() => void look(), everyMs).unref();
    };
    void look();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
