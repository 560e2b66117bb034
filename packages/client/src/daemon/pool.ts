import type { StopSignal } from '@concord/engine';
import type { Definition } from '../config/definition.js';
import { connect } from '../connect/connect.js';
import { type Connection, ConnectionProblem } from '../connect/connection.js';
import type { ConnectOptions } from '../connect/options.js';
import { LeasedConnection } from './leased-connection.js';
import { WarmServer } from './warm-server.js';

/** Servers kept at once; past that the longest idle one goes. */
const MOST_SERVERS = 32;

/** What a command says about the server it wants. */
export interface Wanted {
  /** Equal for equal definitions, and only for those. */
  readonly key: string;
  /** The entry it stands in; an entry that leads elsewhere now lets go of where it led before. */
  readonly owner: string;
  readonly idleTimeoutMs: number;
}

/** Connections that outlive the commands that use them. */
export class Pool {
  readonly #servers = new Map<string, WarmServer>();
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
  servers(): readonly WarmServer[] {
    return [...this.#servers.values()];
  }

  /** A connection to that server: the one that is there, or a new one. Its `close` gives it back. */
  async acquire(wanted: Wanted, definition: Definition, options: ConnectOptions): Promise<Connection> {
    const server = this.#find(wanted, definition, options);
    if (server === undefined) return this.dial(definition, options);
    server.enter(options);
    try {
      const connection = await orGivenUp(server.connected, options.signal);
      return new LeasedConnection(connection, server, () => server.leave(options));
    } catch (error) {
      server.leave(options);
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

  #find({ key, owner, idleTimeoutMs }: Wanted, definition: Definition, options: ConnectOptions) {
    this.#move(owner, key);
    let server = this.#servers.get(key);
    if (server === undefined) {
      if (this.#servers.size >= MOST_SERVERS && !this.#dropLongestIdle()) return undefined;
      server = this.#start(key, definition, options, idleTimeoutMs);
    }
    server.owners.add(owner);
    server.idleTimeoutMs = idleTimeoutMs;
    return server;
  }

  #start(key: string, definition: Definition, options: ConnectOptions, idleTimeoutMs: number): WarmServer {
    const server = new WarmServer(definition, options, idleTimeoutMs, this.dial, () => this.#drop(key));
    this.#servers.set(key, server);
    const forget = () => {
      if (this.#servers.get(key) === server) this.#drop(key);
    };
    // A server that is gone is dialled again by the next command.
    server.connected.then(connection => connection.ended.then(forget), forget);
    return server;
  }

  /** An entry that was changed no longer needs what it led to. */
  #move(owner: string, key: string): void {
    const before = this.#keys.get(owner);
    this.#keys.set(owner, key);
    if (before === undefined || before === key) return;
    const server = this.#servers.get(before);
    server?.owners.delete(owner);
    if (server && server.owners.size === 0 && !server.isUsed) this.#drop(before);
  }

  #dropLongestIdle(): boolean {
    const idle = [...this.#servers].filter(([, server]) => !server.isUsed);
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
function orGivenUp<Value>(promise: Promise<Value>, signal: StopSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new ConnectionProblem('cancelled', 'Cancelled while the server was starting'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
