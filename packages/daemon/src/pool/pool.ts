import type { ConnectOptions, Definition, DialProgress } from '@concord/client';
import { type Connection, ConnectionProblem, connect, defaultRetries } from '@concord/client';
import type { Source, StopSignal } from '@concord/engine';
import { LeasedConnection } from './leased-connection.js';
import type { Warm } from './warm.js';
import { WarmServer } from './warm-server.js';
import { type LeasedSource, leaseSource, type SourceUse, WarmSource } from './warm-source.js';

/** The most servers that are kept; for another one the longest idle is closed. */
const MOST_SERVERS = 32;

/** Which server a command asks for. */
export interface PoolRequest {
  /** Equal for equal definitions, and only for those. */
  readonly key: string;
  /** The entry that defines it. When an entry defines another server than before, it no longer keeps the former. */
  readonly owner: string;
  readonly idleTimeoutMs: number;
}

/** Connections and built-in sources that are kept between commands. */
export class Pool {
  readonly #servers = new Map<string, Warm>();
  readonly #keys = new Map<string, string>();
  readonly #closing = new Set<Promise<void>>();

  /** `onEmpty` is called when the last server has gone. */
  constructor(
    readonly onEmpty: () => void = () => {},
    readonly dial: typeof connect = connect,
  ) {}

  get size(): number {
    return this.#servers.size + this.#closing.size;
  }

  /** Every server that is open or being opened. */
  servers(): readonly Warm[] {
    return [...this.#servers.values()];
  }

  /** A connection to that server, the kept one or a new one. Its `close` returns it to the pool. */
  async acquire(request: PoolRequest, definition: Definition, options: ConnectOptions): Promise<Connection> {
    const server = this.#find(
      request,
      onIdle => new WarmServer(definition, options, request.idleTimeoutMs, this.dial, onIdle),
      ({ opened }, forget) => opened.then(connection => connection.ended.then(forget), forget),
    );
    if (server === undefined) return this.dial(definition, options);
    const isSetUp = server.state !== 'connecting';
    server.enter(options);
    try {
      const connection = await unlessCancelled(server.opened, options.signal, () => server.progress);
      return new LeasedConnection(connection, server, () => server.leave(options), {
        // Retries while it was opened count for the commands that waited for it.
        retriesBefore: isSetUp ? connection.retryCount : 0,
        mostRetries: definition.retries ?? defaultRetries,
        hearsLogs: options.onServerLog !== undefined,
      });
    } catch (error) {
      server.leave(options);
      throw error;
    }
  }

  /** A built-in source, the kept one or a new one. Undefined when there is no room for another. */
  async acquireSource(
    request: PoolRequest,
    definition: Definition,
    use: SourceUse,
    open: () => Promise<Source>,
  ): Promise<LeasedSource | undefined> {
    const warm = this.#find(
      request,
      onIdle => new WarmSource(definition, request.idleTimeoutMs, open, onIdle),
      ({ opened }, forget) => opened.catch(forget),
    );
    if (warm === undefined) return undefined;
    warm.enter(use);
    try {
      return leaseSource(await unlessCancelled(warm.opened, use.signal), warm, use);
    } catch (error) {
      warm.leave(use);
      throw error;
    }
  }

  /** Closes all servers; resolves to their number once all have ended. */
  async close(): Promise<number> {
    const open = [...this.#servers.keys()];
    for (const key of open) this.#drop(key);
    await Promise.all(this.#closing);
    return open.length;
  }

  /** What is kept under that key, or a new one; a key determines the kind. `watch` gets the function to call when it has ended. */
  #find<Kind extends Warm>(
    { key, owner, idleTimeoutMs }: PoolRequest,
    make: (onIdle: () => void) => Kind,
    watch: (made: Kind, forget: () => void) => unknown,
  ): Kind | undefined {
    this.#setOwner(owner, key);
    let found = this.#servers.get(key) as Kind | undefined;
    if (found === undefined) {
      if (this.#servers.size >= MOST_SERVERS && !this.#dropLongestIdle()) return undefined;
      const made = make(() => this.#drop(key));
      this.#servers.set(key, made);
      // The next command opens it again.
      watch(made, () => {
        if (this.#servers.get(key) === made) this.#drop(key);
      });
      found = made;
    }
    found.owners.add(owner);
    found.idleTimeoutMs = idleTimeoutMs;
    return found;
  }

  /** Notes which server an entry defines, and closes the former one if no other entry defines it. */
  #setOwner(owner: string, key: string): void {
    const before = this.#keys.get(owner);
    this.#keys.set(owner, key);
    if (before === undefined || before === key) return;
    const server = this.#servers.get(before);
    server?.owners.delete(owner);
    if (server && server.owners.size === 0 && !server.isUsed && !server.isBusy) this.#drop(before);
  }

  #dropLongestIdle(): boolean {
    const idle = [...this.#servers].filter(([, server]) => !server.isUsed && !server.isBusy);
    const [longest] = idle.sort(([, one], [, other]) => one.idleSince - other.idleSince);
    if (longest) this.#drop(longest[0]);
    return longest !== undefined;
  }

  #drop(key: string): void {
    const server = this.#servers.get(key);
    if (server === undefined) return;
    this.#servers.delete(key);
    for (const owner of server.owners) if (this.#keys.get(owner) === key) this.#keys.delete(owner);
    const closed = server.close().catch(() => {});
    this.#closing.add(closed);
    void closed.then(() => {
      this.#closing.delete(closed);
      if (this.size === 0) this.onEmpty();
    });
  }
}

/** The promise, unless the signal fires first; others may go on waiting for it. */
function unlessCancelled<Value>(
  promise: Promise<Value>,
  signal: StopSignal | undefined,
  progress: () => DialProgress | undefined = () => undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const cancel = () =>
      reject(new ConnectionProblem('cancelled', 'Cancelled while the server was starting', progress()));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
