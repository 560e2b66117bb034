import { randomUUID } from 'node:crypto';
import type { Store } from '@concord/store';

/** Changes of so long are told as one: where all replicas see the same change, clients hear of it twice at most. */
const GATHER_MS = 500;

const KEY = /^([0-9a-f-]{36}) ([a-z,]{1,60})$/;

/** Tells replicas when lists of one of them change: a client may have its stream at another. */
export class SharedLists {
  readonly #store: Store;
  readonly #self = randomUUID();
  readonly #listeners = new Set<(kinds: readonly string[]) => void>();
  readonly #stop: () => void;
  #heard = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store) {
    this.#store = store;
    this.#stop = store.onNotice(({ topic, key }) => {
      const [, from, kinds] = topic === 'lists' ? (KEY.exec(key ?? '') ?? []) : [];
      if (kinds === undefined || from === this.#self) return;
      for (const kind of kinds.split(',')) this.#heard.add(kind);
      this.#timer ??= setTimeout(() => this.#pass(), GATHER_MS).unref();
    });
  }

  tell(kinds: readonly string[]): void {
    // They hear of it when they list again, should this be lost.
    this.#store.tell('lists', `${this.#self} ${kinds.join(',')}`).catch(() => {});
  }

  onChange(listener: (kinds: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }

  #pass(): void {
    const kinds = [...this.#heard];
    this.#heard = new Set();
    this.#timer = undefined;
    for (const listener of this.#listeners) listener(kinds);
  }
}
