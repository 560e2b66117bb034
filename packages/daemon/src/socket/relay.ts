import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait for a daemon that has locked the socket to listen; it needs milliseconds. */
const LISTEN_WAIT_MS = 1_500;
const PAUSE_MS = 20;

/** Connects a client with the daemon that is about to listen there. Closes the client when none does. */
export async function relayTo(client: Duplex, socket: string): Promise<void> {
  const other = await waitFor(socket);
  if (other) await relay(client, other);
  else client.destroy();
}

/** Passes bytes both ways until either end closes. All that the daemon wrote reaches the client, however slowly it reads. */
export function relay(client: Duplex, other: Duplex): Promise<void> {
  return new Promise<void>(resolve => {
    const done = () => {
      client.destroy();
      other.destroy();
      resolve();
    };
    client.on('error', done).on('close', done);
    other.on('error', () => {}).on('close', () => client.end(done));
    client.pipe(other).pipe(client);
  });
}

async function waitFor(path: string): Promise<Socket | undefined> {
  const until = performance.now() + LISTEN_WAIT_MS;
  while (performance.now() < until) {
    const socket = await reachDaemon(path);
    if (socket) return socket;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

/** The daemon that listens there; undefined when none does. */
export function reachDaemon(path: string): Promise<Socket | undefined> {
  return new Promise(resolve => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
  });
}
