import type { Hub, Listener } from '../notify/hub.js';

interface Watch {
  readonly listener: Listener;
  streams: number;
}

/** The resources that open listen streams want to hear about: each is watched once, however many streams ask. */
export class WatchedResources {
  readonly #hub: Hub;
  readonly #updated: (uri: string) => void;
  readonly #watches = new Map<string, Watch>();

  constructor(hub: Hub, updated: (uri: string) => void) {
    this.#hub = hub;
    this.#updated = updated;
  }

  get size(): number {
    return this.#watches.size;
  }

  /** Watches for one stream. Gives the way to stop. */
  watch(uris: ReadonlySet<string>): () => void {
    for (const uri of uris) this.#begin(uri);
    return () => {
      for (const uri of uris) this.#end(uri);
    };
  }

  #begin(uri: string): void {
    const watch = this.#watches.get(uri);
    if (watch) {
      watch.streams++;
      return;
    }
    const listener: Listener = { changed: () => {}, updated: this.#updated };
    this.#watches.set(uri, { listener, streams: 1 });
    this.#hub.subscribe(listener, uri);
  }

  #end(uri: string): void {
    const watch = this.#watches.get(uri);
    if (!watch || --watch.streams > 0) return;
    this.#watches.delete(uri);
    this.#hub.leave(watch.listener);
  }
}
