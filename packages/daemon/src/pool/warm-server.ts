import type { Connection, ConnectOptions, connect, Definition, DialProgress, ServerCatalog } from '@concord/client';
import type { JsonObject } from '@concord/contract';
import { Warm } from './warm.js';

/** A server that is kept: its connection, and the lists read over it. */
export class WarmServer extends Warm<Connection, ConnectOptions> {
  /** Lists read over this connection that have not changed since. */
  readonly lists = new Map<keyof ServerCatalog, readonly JsonObject[]>();
  #connection: Connection | undefined;
  readonly #dialling: { progress?: () => DialProgress };

  constructor(
    definition: Definition,
    options: ConnectOptions,
    idleTimeoutMs: number,
    dial: typeof connect,
    onIdle: () => void,
  ) {
    const dialling: { progress?: () => DialProgress } = {};
    const onDialling = (progress: () => DialProgress) => {
      dialling.progress = progress;
    };
    super(
      definition,
      idleTimeoutMs,
      // A reaper from the start: the servers end with this process, however it ends.
      (signal, users) => dial(definition, { ...options, ...sharedBy(users), onDialling, reaperDelayMs: 0, signal }),
      onIdle,
    );
    this.#dialling = dialling;
    this.opened.then(
      connection => {
        this.#connection = connection;
        connection.onChange(kinds => {
          for (const kind of kinds) this.lists.delete(kind);
        });
      },
      () => {},
    );
  }

  /** How far opening it has got, for the message of a command that is cancelled meanwhile. */
  get progress(): DialProgress | undefined {
    return this.#dialling.progress?.();
  }

  override get pid(): number | undefined {
    return this.#connection?.pid;
  }
}

/** Options that pass what the server writes on to every command that uses it at the time. */
function sharedBy(users: ReadonlySet<ConnectOptions>): ConnectOptions {
  const tell = (say: (user: ConnectOptions) => void) => {
    for (const user of users) say(user);
  };
  return {
    onServerLog: line => tell(user => user.onServerLog?.(line)),
    wantsServerLog: () => [...users].some(user => user.onServerLog !== undefined),
    onJunk: line => tell(user => user.onJunk?.(line)),
    onWarning: text => tell(user => user.onWarning?.(text)),
    onNotification: (method, params) => tell(user => user.onNotification?.(method, params)),
  };
}
