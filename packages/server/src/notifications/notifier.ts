import { type Json, rpcCodes } from '@concord/contract';
import type { Catalog, Collection, Mount } from '../catalog/catalog.js';
import { reasonOf } from '../catalog/reason.js';
import type { ResourceAddress } from '../catalog/resource-address.js';
import { prefixOf } from '../catalog/view.js';
import type { Level } from '../log/levels.js';
import type { Log } from '../log/log.js';
import { RpcError } from '../protocol/rpc-error.js';

/** A connection that gets notifications of changes. */
export interface Listener {
  /** Published items of these kinds changed. */
  changed(kinds: readonly ChangedKind[]): void;
  /** A resource it subscribed to changed. */
  updated(uri: string): void;
  /** The server has a log line for its clients. */
  logged?(level: Level, logger: string, data: Json): void;
  /** Whether it hears how it stands with the servers behind this one; it does unless it says no. */
  hearsOfServers?(): boolean;
}

/** Other servers that the same clients may come to. */
export interface ListsElsewhere {
  /** Tells them what changed here. */
  tell(kinds: readonly string[]): void;
  /** Calls back with what changed there; returns a function that stops that. */
  onChange(listener: (kinds: readonly string[]) => void): () => void;
}

export type ChangedKind = 'tools' | 'resources' | 'prompts';

const changedKinds: readonly ChangedKind[] = ['tools', 'resources', 'prompts'];

const MOST_SUBSCRIPTIONS = 1_024;

/** Notifies connections of changed lists and resources, and watches the resources they subscribe to. */
export class Notifier {
  readonly #catalog: Catalog;
  readonly #listeners = new Map<Listener, Set<string>>();
  readonly #watched = new Map<string, number>();
  /** Where each watched resource is, once that is known. */
  readonly #addresses = new Map<string, ResourceAddress>();
  readonly #stop: (() => void)[] = [];
  readonly #updates = new Map<Mount, () => void>();
  readonly #elsewhere: ListsElsewhere | undefined;

  constructor(catalog: Catalog, log: Log, elsewhere?: ListsElsewhere) {
    this.#catalog = catalog;
    this.#elsewhere = elsewhere;
    if (elsewhere) this.#stop.push(elsewhere.onChange(kinds => this.#announce(kinds as readonly ChangedKind[])));
    this.#stop.push(catalog.onChange(collections => this.#tellChanged(collections)));
    for (const mount of catalog.mounts) this.#listenTo(mount, log);
    this.#stop.push(
      catalog.onMounts(({ added, removed }) => {
        for (const mount of added) this.#listenTo(mount, log);
        for (const mount of removed) this.#forget(mount);
      }),
    );
  }

  join(listener: Listener): void {
    if (!this.#listeners.has(listener)) this.#listeners.set(listener, new Set());
  }

  leave(listener: Listener): void {
    for (const uri of this.#listeners.get(listener) ?? []) this.#unwatch(uri);
    this.#listeners.delete(listener);
  }

  /** Sends a log line of the server to every connection. */
  tell(level: Level, logger: string, data: Json): void {
    for (const listener of this.#listeners.keys())
      if (listener.hearsOfServers?.() !== false) listener.logged?.(level, logger, data);
  }

  /** Repeats for a connection that begins to listen what still holds of what was told before. */
  tellMissed(listener: Listener): void {
    const { unusable, standing } = this.#catalog;
    if (listener.hearsOfServers?.() === false) return;
    if (unusable !== undefined) listener.logged?.('error', 'mcp.registry', unusable);
    for (const { level, logger, message, announce = [] } of standing) {
      listener.logged?.(level, `mcp.${logger}`, message);
      const kinds = changedKinds.filter(kind => announce.includes(kind));
      if (kinds.length > 0) listener.changed(kinds);
    }
  }

  /** Throws when the connection has too many subscriptions, or when the Source cannot watch; nothing has changed then. */
  subscribe(listener: Listener, uri: string): void {
    this.join(listener);
    const uris = this.#listeners.get(listener)!;
    if (uris.has(uri)) return;
    if (uris.size >= MOST_SUBSCRIPTIONS)
      throw new RpcError(rpcCodes.internalError, `At most ${MOST_SUBSCRIPTIONS} subscriptions per connection`);
    const watchers = this.#watched.get(uri) ?? 0;
    if (watchers === 0) this.#watch(uri);
    uris.add(uri);
    this.#watched.set(uri, watchers + 1);
  }

  unsubscribe(listener: Listener, uri: string): void {
    if (this.#listeners.get(listener)?.delete(uri)) this.#unwatch(uri);
  }

  /** The resources a connection subscribed to. */
  subscriptionsOf(listener: Listener): readonly string[] {
    return [...(this.#listeners.get(listener) ?? [])];
  }

  close(): void {
    for (const stop of [...this.#stop, ...this.#updates.values()]) stop();
    for (const listener of [...this.#listeners.keys()]) this.leave(listener);
  }

  /** A Source that cannot tell of changes to its resources can still serve them. */
  #listenTo(mount: Mount, log: Log): void {
    const { name, source } = mount;
    try {
      const stop = source.onUpdated?.(uri => this.#tellUpdated(mount, uri));
      if (stop) this.#updates.set(mount, stop);
    } catch (error) {
      log.error(
        'resources',
        `The source '${name}' cannot tell of changed resources: ${reasonOf(error, 'no reason was given')}`,
      );
    }
  }

  /** What was watched at a Source that went may be another's by now. */
  #forget(mount: Mount): void {
    this.#updates.get(mount)?.();
    this.#updates.delete(mount);
    for (const [uri, address] of this.#addresses) if (address.mount === mount) this.#addresses.delete(uri);
    this.#watchLate();
  }

  /** Which Source a resource belongs to is known from the first snapshot on. */
  #watch(uri: string): void {
    const watch = () => {
      const address = this.#catalog.addressOf(uri);
      if (address === undefined) return;
      this.#addresses.set(uri, address);
      address.mount.source.watch?.(address.uri);
    };
    if (this.#catalog.hasSnapshot) watch();
    else
      this.#catalog
        .opened()
        .then(() => this.#watched.has(uri) && watch())
        .catch(() => {});
  }

  #unwatch(uri: string): void {
    const watchers = (this.#watched.get(uri) ?? 1) - 1;
    if (watchers > 0) {
      this.#watched.set(uri, watchers);
      return;
    }
    this.#watched.delete(uri);
    const address = this.#addresses.get(uri);
    this.#addresses.delete(uri);
    const isShared = [...this.#addresses.values()].some(
      other => other.mount === address?.mount && other.uri === address.uri,
    );
    try {
      if (!isShared) address?.mount.source.unwatch?.(address.uri);
    } catch {
      // A Source that fails here goes on watching a resource without subscribers, which does no harm.
    }
  }

  #tellChanged(collections: readonly Collection[]): void {
    const kinds = new Set(collections.map(each => (each === 'resourceTemplates' ? 'resources' : each)));
    this.#watchLate();
    const announced = this.#announce([...kinds]);
    if (announced.length > 0) this.#elsewhere?.tell(announced);
  }

  #announce(kinds: readonly ChangedKind[]): readonly ChangedKind[] {
    const announced = kinds.filter(kind => this.#catalog.serves(kind));
    if (announced.length > 0) for (const listener of this.#listeners.keys()) listener.changed(announced);
    return announced;
  }

  /** Begins to watch what was asked for before its Source was there. */
  #watchLate(): void {
    for (const uri of this.#watched.keys()) {
      if (this.#addresses.has(uri)) continue;
      try {
        this.#watch(uri);
      } catch {
        // A Source that cannot watch tells of no changes.
      }
    }
  }

  #tellUpdated(mount: Mount, own: string): void {
    for (const uri of [own, `${prefixOf(mount)}${own}`]) {
      const address = this.#addresses.get(uri);
      if (address?.mount !== mount || address.uri !== own) continue;
      for (const [listener, uris] of this.#listeners) if (uris.has(uri)) listener.updated(uri);
    }
  }
}
