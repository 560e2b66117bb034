import type { JsonObject } from '@concord/contract';
import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { FIRST_SNAPSHOT_MS } from '../catalog/catalog.js';
import type { Host } from '../dispatch/host.js';
import type { Session } from '../session/session.js';
import { buildServer } from './build-server.js';

/** The SDK's server for a stdio connection: takes the messages the gate lets through, and calls `send` with what to send. */
export class SdkBridge {
  readonly #channel: Transport;
  readonly #handle: { close(): Promise<void> };
  #server: Server | undefined;

  constructor(session: Session, host: Host, send: (message: JsonObject) => void) {
    const channel: Transport = {
      start: async () => {},
      send: async message => send(message as unknown as JsonObject),
      close: async () => channel.onclose?.(),
    };
    this.#channel = channel;
    const build = async ({ era }: { readonly era: string }) => {
      // The capabilities depend on whether a Source is usable; one that is slow to open is not waited for any longer.
      await host.catalog.openedWithin(FIRST_SNAPSHOT_MS);
      this.#server = buildServer(era === 'modern' ? 'modern' : 'handshake', session, host);
      return this.#server;
    };
    const onerror = (error: Error) => host.log.debug('rpc', error.message);
    this.#handle = serveStdio(build, { transport: channel, onerror });
  }

  /** The server of the connection, once a message has opened it. */
  get server(): Server | undefined {
    return this.#server;
  }

  give(message: JsonObject): void {
    this.#channel.onmessage?.(message as unknown as JSONRPCMessage);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
