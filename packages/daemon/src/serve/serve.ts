import { createHash, timingSafeEqual } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createLocks, type Lease, type StopSignal } from '@concord/engine';
import { Pool } from '../pool/pool.js';
import { relayTo } from '../socket/relay.js';
import { isOwnFolder } from '../socket/socket-path.js';
import type { DaemonLog } from './log.js';
import { type Session, serveConnection } from './session.js';
import { type DaemonControl, statusOf } from './status.js';

/** How long it stays without a client and without a server that is kept. */
const LINGER_MS = 60_000;
/** How long a stop waits for calls in progress. */
const GRACE_MS = 10_000;

export interface DaemonOptions {
  readonly socket: string;
  readonly token: string;
  readonly version: string;
  /** The client that started it, over a pipe of its own. */
  readonly first?: Duplex;
  readonly lingerMs?: number;
  readonly log: DaemonLog;
  /** Fires when the process is told to end: then everything that is kept is closed first. */
  readonly signal?: StopSignal;
  /** Runs one command for a client, with the servers that are kept here. */
  readonly run: (session: Session, pool: Pool, control: DaemonControl) => Promise<number>;
}

/** Serves commands until it is stopped or has been idle for long enough, and resolves to true. Where another daemon owns the socket, relays its client there and resolves to false. */
export async function serveDaemon(options: DaemonOptions): Promise<boolean> {
  const { socket, first } = options;
  const lock = await lockSocket(socket);
  if (lock === undefined) {
    if (first) await relayTo(first, socket);
    return false;
  }
  await new Daemon(options).serve();
  await lock.release();
  return true;
}

/** Takes the lock on the socket, which is held for as long as the process lives; undefined when another daemon has it. */
async function lockSocket(socket: string): Promise<Lease | undefined> {
  const folder = dirname(socket);
  if (!isOwnFolder(folder)) return undefined;
  const lease = await createLocks({ directory: join(folder, 'locks') }).acquire({
    keys: [{ key: socket, mode: 'write' }],
    operation: 'daemon',
    target: socket,
  });
  return lease.held ? lease : undefined;
}

class Daemon implements DaemonControl {
  readonly #options: DaemonOptions;
  readonly #startedAt = Date.now();
  readonly #pool: Pool;
  readonly #server: Server;
  readonly #sessions = new Set<Promise<void>>();
  #linger: NodeJS.Timeout | undefined;
  #stopping = false;
  #end: () => void = () => {};

  constructor(options: DaemonOptions) {
    this.#options = options;
    this.#pool = new Pool(() => this.#rest());
    this.#server = createServer(client => this.#take(client));
  }

  async serve(): Promise<void> {
    const { socket, first, log, signal } = this.#options;
    const ended = new Promise<void>(resolve => {
      this.#end = resolve;
    });
    signal?.addEventListener('abort', () => void this.stop(true).finally(() => this.#end()), { once: true });
    await this.#listen(socket);
    log(`started pid ${process.pid}`);
    if (first) this.#take(first);
    this.#rest();
    await ended;
    this.#server.close();
    rmSync(socket, { force: true });
    await this.#pool.close();
    log('ended');
  }

  status() {
    const { version, socket } = this.#options;
    return statusOf(this.#pool, { version, socket, startedAt: this.#startedAt, clients: this.#sessions.size });
  }

  async stop(force: boolean): Promise<{ readonly pid: number; readonly serversClosed: number }> {
    this.#stopping = true;
    this.#server.close();
    rmSync(this.#options.socket, { force: true });
    // The session of the command that asks for the stop is one of them, and waits for this.
    if (!force && this.#sessions.size > 1) await this.#othersDone();
    const serversClosed = await this.#pool.close();
    return { pid: process.pid, serversClosed };
  }

  #listen(socket: string): Promise<void> {
    if (process.platform !== 'win32') rmSync(socket, { force: true });
    return new Promise(resolve => {
      // Where the daemon cannot listen, it still serves the client that started it.
      this.#server.once('error', () => resolve());
      this.#server.listen(socket, () => {
        if (process.platform !== 'win32') chmodSync(socket, 0o600);
        resolve();
      });
    });
  }

  #take(client: Duplex): void {
    clearTimeout(this.#linger);
    client.on('error', () => {});
    const { token, run } = this.#options;
    const done = serveConnection(client, {
      accepts: given => sameText(given, token),
      run: session => this.#logged(session, () => run(session, this.#pool, this)),
    }).finally(() => {
      this.#sessions.delete(done);
      this.#rest();
    });
    this.#sessions.add(done);
  }

  async #logged({ request }: Session, run: () => Promise<number>): Promise<number> {
    const started = performance.now();
    const code = await run();
    const [verb = ''] = request.argv.filter(word => /^[a-z-]{1,20}$/.test(word) && !word.startsWith('-'));
    this.#options.log(`${verb} exit ${code} ${(performance.now() - started).toFixed(0)} ms`);
    return code;
  }

  async #othersDone(): Promise<void> {
    const until = performance.now() + GRACE_MS;
    while (this.#sessions.size > 1 && performance.now() < until)
      await Promise.race([...this.#sessions, new Promise(resolve => setTimeout(resolve, 50))]);
  }

  /** Starts the timer of its end when there is neither a client nor a server that is kept. */
  #rest(): void {
    clearTimeout(this.#linger);
    if (this.#sessions.size > 0) return;
    if (this.#stopping) this.#end();
    else if (this.#pool.size === 0) this.#linger = setTimeout(() => this.#end(), this.#options.lingerMs ?? LINGER_MS);
  }
}

/** Whether two secrets are equal; takes the same time wherever they differ. */
function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
