import type { Listener, Notifier } from '../notifications/notifier.js';

interface Watch {
  readonly listener: Listener;
  streams: number;
}

/** The resources that open listen streams want to hear about: each is watched once, however many streams ask. */
export class WatchedResources {
  readonly #notifier: Notifier;
  readonly #updated: (uri: string) => void;
  readonly #watches = new Map<string, Watch>();

  constructor(notifier: Notifier, updated: (uri: string) => void) {
    this.#notifier = notifier;
    this.#updated = updated;
  }

  get size(): number {
    return this.#watches.size;
  }

  /** Watches for one stream. Gives the way to stop; throws when a Source cannot watch, and then nothing is watched. */
  watch(uris: ReadonlySet<string>): () => void {
    const begun: string[] = [];
    const stop = () => {
      for (const uri of begun) this.#end(uri);
    };
    try {
      for (const uri of uris) {
        this.#begin(uri);
        begun.push(uri);
      }
    } catch (error) {
      stop();
      throw error;
    }
    return stop;
  }

  #begin(uri: string): void {
    const watch = this.#watches.get(uri);
    if (watch) {
      watch.streams++;
      return;
    }
    const listener: Listener = { changed: () => {}, updated: this.#updated };
    try {
      this.#notifier.subscribe(listener, uri);
    } catch (error) {
      this.#notifier.leave(listener);
      throw error;
    }
    this.#watches.set(uri, { listener, streams: 1 });
  }

  #end(uri: string): void {
    const watch = this.#watches.get(uri);
    if (!watch || --watch.streams > 0) return;
    this.#watches.delete(uri);
    this.#notifier.leave(watch.listener);
  }
}
