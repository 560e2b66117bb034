import type { ConnectOptions, Definition, DialProgress } from '@concord/client';
import { type Connection, ConnectionProblem, connect, defaultRetries } from '@concord/client';
import type { Source, StopSignal } from '@concord/engine';
import { LeasedConnection } from './leased-connection.js';
import type { Warm } from './warm.js';
import { WarmServer } from './warm-server.js';
import { type LeasedSource, leaseSource, type SourceUse, WarmSource } from './warm-source.js';

/** Servers kept at once; past that the longest idle one goes. */
const MOST_SERVERS = 32;

/** What a command says about the server it wants. */
export interface PoolRequest {
  /** Equal for equal definitions, and only for those. */
  readonly key: string;
  /** The entry it stands in; an entry that leads elsewhere now lets go of where it led before. */
  readonly owner: string;
  readonly idleTimeoutMs: number;
}

/** Connections, and sources of our own, that outlive the commands that use them. */
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

  /** Every server there is, those on their way out left out. */
  servers(): readonly Warm[] {
    return [...this.#servers.values()];
  }

  /** A connection to that server: the one that is there, or a new one. Its `close` gives it back. */
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
        // Those who waited for the set-up waited for what was tried again in it.
        retriesBefore: isSetUp ? connection.retryCount : 0,
        mostRetries: definition.retries ?? defaultRetries,
        hearsLogs: options.onServerLog !== undefined,
      });
    } catch (error) {
      server.leave(options);
      throw error;
    }
  }

  /** A source of our own: the one that is open, or a new one. Undefined when there is no room for another. */
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

  /** Ends all servers; resolves to how many there were when nothing of them is left. */
  async close(): Promise<number> {
    const open = [...this.#servers.keys()];
    for (const key of open) this.#drop(key);
    await Promise.all(this.#closing);
    return open.length;
  }

  /** What is kept under that key, or a new one; a key says of which kind it is. `watch` is told what to do when it is gone. */
  #find<Kind extends Warm>(
    { key, owner, idleTimeoutMs }: PoolRequest,
    make: (onIdle: () => void) => Kind,
    watch: (made: Kind, forget: () => void) => unknown,
  ): Kind | undefined {
    this.#move(owner, key);
    let found = this.#servers.get(key) as Kind | undefined;
    if (found === undefined) {
      if (this.#servers.size >= MOST_SERVERS && !this.#dropLongestIdle()) return undefined;
      const made = make(() => this.#drop(key));
      this.#servers.set(key, made);
      // One that is gone is opened again by the next command.
      watch(made, () => {
        if (this.#servers.get(key) === made) this.#drop(key);
      });
      found = made;
    }
    found.owners.add(owner);
    found.idleTimeoutMs = idleTimeoutMs;
    return found;
  }

  /** An entry that was changed no longer needs what it led to. */
  #move(owner: string, key: string): void {
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

/** The promise, unless the one who waits gives up first; others may still wait for it. */
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
