import type { JsonObject } from '@concord/contract';
import { Stop } from '@concord/engine';
import type { Definition } from '../config/definition.js';
import type { connect } from '../connect/connect.js';
import type { Connection, ServerCatalog } from '../connect/connection.js';
import type { ConnectOptions } from '../connect/options.js';

export type ServerState = 'connecting' | 'ready' | 'closing';

/** One server that is kept: its connection, who uses it, and how long nobody has. */
export class WarmServer {
  readonly name: string;
  readonly transport: Definition['transport'];
  readonly startedAt = Date.now();
  /** The entries of configuration files that lead here; without one left it is closed. */
  readonly owners = new Set<string>();
  /** Lists read over this connection that have not changed since. */
  readonly lists = new Map<keyof ServerCatalog, readonly JsonObject[]>();
  readonly connected: Promise<Connection>;
  connection: Connection | undefined;
  state: ServerState = 'connecting';
  idleTimeoutMs: number;
  idleSince = Date.now();
  calls = 0;
  inFlight = 0;
  readonly #users = new Set<ConnectOptions>();
  readonly #dialling = new Stop();
  #idle: NodeJS.Timeout | undefined;

  constructor(
    definition: Definition,
    options: ConnectOptions,
    idleTimeoutMs: number,
    dial: typeof connect,
    readonly onIdle: () => void,
  ) {
    this.name = definition.name;
    this.transport = definition.transport;
    this.idleTimeoutMs = idleTimeoutMs;
    // Whatever becomes of this process, its servers do not outlive it.
    this.connected = dial(definition, { ...options, ...this.#shared(), reaperDelayMs: 0, signal: this.#dialling });
    this.connected.then(
      connection => {
        this.connection = connection;
        if (this.state === 'connecting') this.state = 'ready';
        connection.onChange(kinds => {
          for (const kind of kinds) this.lists.delete(kind);
        });
      },
      () => {},
    );
  }

  get isUsed(): boolean {
    return this.#users.size > 0;
  }

  /** Somebody uses it: it is not idle, and they hear what the server says. */
  enter(options: ConnectOptions): void {
    clearTimeout(this.#idle);
    this.#users.add(options);
  }

  /** They are done. The last one to leave starts the clock; one that leaves while it is still dialled gives that up. */
  leave(options: ConnectOptions): void {
    if (!this.#users.delete(options) || this.isUsed) return;
    this.idleSince = Date.now();
    if (this.state === 'connecting') this.#dialling.stop();
    else if (this.state === 'ready') this.#startClock();
  }

  /** Ends it in the order the protocol asks for. */
  async close(): Promise<void> {
    this.state = 'closing';
    clearTimeout(this.#idle);
    this.#dialling.stop();
    await this.connected.then(
      connection => connection.close(),
      () => {},
    );
  }

  #startClock(): void {
    if (this.owners.size === 0) this.onIdle();
    else {
      this.#idle = setTimeout(this.onIdle, this.idleTimeoutMs);
      this.#idle.unref();
    }
  }

  /** What the server says is heard by everyone who uses it at the time. */
  #shared(): ConnectOptions {
    return {
      onServerLog: line => this.#tell(user => user.onServerLog?.(line)),
      wantsServerLog: () => [...this.#users].some(user => user.onServerLog !== undefined),
      onJunk: line => this.#tell(user => user.onJunk?.(line)),
      onWarning: text => this.#tell(user => user.onWarning?.(text)),
      onNotification: (method, params) => this.#tell(user => user.onNotification?.(method, params)),
    };
  }

  #tell(say: (user: ConnectOptions) => void): void {
    for (const user of this.#users) say(user);
  }
}
