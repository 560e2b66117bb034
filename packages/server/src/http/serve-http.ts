import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Host } from '../dispatch/host.js';
import { RefusedToStart } from '../settings/refused-to-start.js';
import { Router } from './router.js';
import { checkOptions, defaultTimeouts, type HttpOptions } from './wire/options.js';

const LARGEST_HEADERS = 16_384;
/** How long answers that are being written get before their connections are cut. */
const LAST_BYTES_MS = 300;

/** A server that listens. */
export interface HttpServer {
  /** Where clients find it, path included. */
  readonly url: string;
  readonly draining: boolean;
  /** Responses not yet complete: calls in progress and open streams. */
  readonly openStreams: number;
  readonly openSessions: number;
  /** When the last request came, on the clock of `performance.now()`. */
  readonly lastRequestAt: number;
  /** From here on new requests get 503, and so does the health check. */
  drain(): void;
  /** Tells every request in progress to stop; its answer names the reason. */
  cancelAll(reason: string): void;
  /** Resolves once nothing is in progress. */
  allFinished(): Promise<void>;
  /** Ends every session and stream, and gives the port back. */
  close(): Promise<void>;
}

/** Serves a host's Sources over Streamable HTTP, both eras on one path. Throws RefusedToStart. */
export async function serveHttp(host: Host, options: HttpOptions): Promise<HttpServer> {
  checkOptions(options, host.gateway?.door !== undefined);
  const { headersMs, bodyMs } = options.timeouts ?? defaultTimeouts;
  const router = new Router(host, options);
  const server = createServer({
    maxHeaderSize: LARGEST_HEADERS,
    headersTimeout: headersMs,
    // The body has a timer of its own; this one is for bodies nobody reads.
    requestTimeout: headersMs + bodyMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs / 2),
  });
  const handle = (req: IncomingMessage, res: ServerResponse) => void router.handle(req, res);
  server.on('request', handle);
  // A client that sends `Expect: 100-continue` sends its body only after the guards have passed it.
  server.on('checkContinue', handle);
  try {
    await listen(server, options);
  } catch (error) {
    await router.close();
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(options.hostname, (server.address() as AddressInfo).port),
    get draining() {
      return router.draining;
    },
    get openStreams() {
      return router.openResponses;
    },
    get openSessions() {
      return router.handshake.sessions.size;
    },
    get lastRequestAt() {
      return router.lastRequestAt;
    },
    drain: () => router.drain(),
    cancelAll: reason => router.cancelAll(reason),
    allFinished: () => router.allFinished(),
    close: () => {
      closing ??= close(server, router);
      return closing;
    },
  };
}

function listen(server: Server, { hostname, port }: HttpOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startError(error, hostname, port)));
    server.listen(port, hostname, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function startError({ code, message }: NodeJS.ErrnoException, hostname: string, port: number): Error {
  if (code === 'EADDRINUSE') return new RefusedToStart(`The address ${hostname}:${port} is already in use`, 3);
  return new RefusedToStart(`The address ${hostname}:${port} cannot be listened on (${code ?? message})`);
}

function urlOf(hostname: string, port: number): string {
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}/mcp`;
}

async function close(server: Server, router: Router): Promise<void> {
  router.drain();
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  await router.close();
  const timer = setTimeout(() => server.closeAllConnections(), LAST_BYTES_MS);
  server.closeIdleConnections();
  await closed;
  clearTimeout(timer);
}
