import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Listener, Notifier } from '../notifications/notifier.js';
import type { RequestId } from '../protocol/messages.js';

/** Watches the resources of the open `subscriptions/listen` requests of a connection. */
export class ListenRequests {
  readonly #notifier: Notifier;
  readonly #listener: Listener;
  readonly #open = new Map<RequestId, readonly string[]>();

  constructor(notifier: Notifier, listener: Listener) {
    this.#notifier = notifier;
    this.#listener = listener;
  }

  /** Watches what a request asks for. Throws when that is too much or cannot be watched: close it then. */
  open(id: RequestId, { notifications }: JsonObject): void {
    const wanted = isJsonObject(notifications) ? notifications.resourceSubscriptions : undefined;
    const uris = Array.isArray(wanted) ? wanted.filter(uri => typeof uri === 'string') : [];
    this.#open.set(id, uris);
    for (const uri of uris) this.#notifier.subscribe(this.#listener, uri);
  }

  /** Stops watching what no other request of the connection listens to. */
  close(id: RequestId): void {
    const uris = this.#open.get(id) ?? [];
    this.#open.delete(id);
    const others = new Set([...this.#open.values()].flat());
    for (const uri of uris) if (!others.has(uri)) this.#notifier.unsubscribe(this.#listener, uri);
  }
}
