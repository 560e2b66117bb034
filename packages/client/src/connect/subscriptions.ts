import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { Stop } from '@concord/engine';
import { Deadline } from '../connection/deadline.js';
import type { Session } from './session.js';

/** How long a server has to answer that it (no longer) watches a resource. */
const answerMs = 60_000;
/** A stream of notifications that ended sooner was refused; a longer one is opened again after this time. */
const relistenMs = 1_000;

/**
 * What a connection has asked its server to tell of: changed lists and updated resources. In the handshake eras lists are
 * told of unasked and each resource has a request of its own; in the modern era one open request names all of it. A server
 * that refuses tells nothing, and works otherwise.
 */
export class Subscriptions {
  #session: Session;
  #wantsLists = false;
  #isClosed = false;
  /** How often each resource is watched. */
  readonly #watched = new Map<string, number>();
  /** The open requests of the modern era; all but the last end once that is acknowledged. */
  readonly #streams: Stop[] = [];
  #unacknowledged = 0;
  #isRenewing = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Asks for everything once more over the session that takes the place of a lost one. */
  moveTo(session: Session): void {
    this.#session = session;
    this.#streams.length = 0;
    this.#unacknowledged = 0;
    if (this.#isModern) this.#renew();
    else for (const uri of this.#watched.keys()) this.#request('resources/subscribe', uri);
  }

  /** From here on the server tells of changed lists. */
  watchLists(): void {
    if (this.#wantsLists) return;
    this.#wantsLists = true;
    if (this.#isModern) this.#renew();
  }

  /** From here on the server tells of updates to a resource, if it can; returns the way to stop. */
  watch(uri: string): () => void {
    const watchers = this.#watched.get(uri) ?? 0;
    this.#watched.set(uri, watchers + 1);
    if (watchers === 0) this.#changed('resources/subscribe', uri);
    let isStopped = false;
    return () => {
      if (isStopped) return;
      isStopped = true;
      const left = this.#watched.get(uri)! - 1;
      if (left > 0) this.#watched.set(uri, left);
      else {
        this.#watched.delete(uri);
        this.#changed('resources/unsubscribe', uri);
      }
    };
  }

  /** The server has begun to tell of what the next open request asked for. */
  acknowledged(): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - 1);
    if (this.#unacknowledged > 0) return;
    for (const replaced of this.#streams.splice(0, this.#streams.length - 1)) replaced.stop();
  }

  /** Nothing is asked for any more. */
  close(): void {
    this.#isClosed = true;
  }

  get #isModern(): boolean {
    return this.#session.facts.era === 'modern';
  }

  #changed(method: 'resources/subscribe' | 'resources/unsubscribe', uri: string): void {
    if (this.#isModern) this.#renew();
    else this.#request(method, uri);
  }

  #request(method: string, uri: string): void {
    if (this.#isClosed || !this.#offers('resources', 'subscribe')) return;
    const deadline = new Deadline(answerMs, undefined);
    this.#session
      .request(method, { uri }, { deadline })
      .catch(() => {})
      .finally(() => deadline.dispose());
  }

  /** Opens a request for all that is wanted now, once for all changes of this turn of the event loop. */
  #renew(): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    queueMicrotask(() => {
      this.#isRenewing = false;
      if (this.#isClosed) return;
      const notifications = this.#wanted();
      if (Object.keys(notifications).length > 0) void this.#listen(notifications);
      else for (const stream of this.#streams.splice(0)) stream.stop();
    });
  }

  /** Resolves when the server, the loss of the session or a newer request has ended it. */
  async #listen(notifications: JsonObject): Promise<void> {
    const [session, stream, started] = [this.#session, new Stop(), performance.now()];
    const deadline = new Deadline(undefined, stream);
    this.#streams.push(stream);
    this.#unacknowledged += 1;
    await session.request('subscriptions/listen', { notifications }, { deadline }).catch(() => {});
    deadline.dispose();
    const at = this.#streams.indexOf(stream);
    if (at === -1) return;
    this.#streams.splice(at, 1);
    const lasted = performance.now() - started;
    if (lasted < relistenMs) this.acknowledged();
    else if (at === this.#streams.length && this.#session === session)
      setTimeout(() => this.#renew(), relistenMs).unref();
  }

  #wanted(): JsonObject {
    const lists = this.#wantsLists ? ['tools', 'resources', 'prompts'] : [];
    const changing = lists.filter(name => this.#offers(name, 'listChanged'));
    const resources = this.#offers('resources', 'subscribe') ? [...this.#watched.keys()] : [];
    return Object.fromEntries<Json>([
      ...changing.map((name): [string, Json] => [`${name}ListChanged`, true]),
      ...(resources.length > 0 ? [['resourceSubscriptions', resources] satisfies [string, Json]] : []),
    ]);
  }

  #offers(kind: string, feature: 'subscribe' | 'listChanged'): boolean {
    const capability = this.#session.facts.capabilities[kind];
    return isJsonObject(capability) && capability[feature] === true;
  }
}
