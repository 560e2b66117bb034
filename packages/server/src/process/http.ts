import { endAllGroups, killAllGroups } from '@concord/engine';
import { closeHost, type HostOptions, openHost } from '../dispatch/host.js';
import { type HttpServer, serveHttp } from '../http/serve-http.js';
import { readAddress } from '../http/wire/address.js';
import { Ending } from './ending.js';
import { onSignals } from './signals.js';
import { watchIdle } from './watches.js';

export interface HttpProcessOptions extends HostOptions {
  /** `host:port`, or either alone. */
  readonly address: string;
  readonly allowHosts: readonly string[];
  readonly allowOrigins: readonly string[];
  /** How long what runs may take to finish when the server is told to end. */
  readonly drainMs?: number;
  /** Tells the one line standard output gets: the address clients use. */
  announce(url: string): void;
}

/** Serves any number of clients over HTTP until a signal ends it. Gives the exit code. */
export async function serveHttpProcess(options: HttpProcessOptions): Promise<number> {
  const { settings, log } = options;
  const { hostname, port } = readAddress(options.address);
  const host = openHost(options);
  let server: HttpServer;
  try {
    const { allowHosts, allowOrigins } = options;
    server = await serveHttp(host, { hostname, port, allowHosts, allowOrigins, token: settings.httpToken });
  } catch (error) {
    await closeHost(host);
    throw error;
  }
  const ending = new Ending({
    allFinished: () => server.allFinished(),
    cancelAll: reason => {
      server.drain();
      server.cancelAll(reason);
    },
    close: async () => {
      await endAllGroups(500);
      await server.close();
      await closeHost(host);
    },
  });
  let lastSeen = server.lastRequestAt;
  const isUsed = () => {
    const asked = server.lastRequestAt !== lastSeen;
    lastSeen = server.lastRequestAt;
    return asked || server.openStreams > 0 || server.openSessions > 0 || host.pausedCalls.size > 0;
  };
  const idle = watchIdle(settings, isUsed, seconds => {
    host.everywhere.warn('lifecycle', `no request for ${seconds} s`);
    ending.begin(0, 'idle', 0);
  });
  const { drainMs = 0 } = options;
  const stopSignals = onSignals(ending, log, { graceMs: drainMs, begin: () => server.drain() });
  options.announce(server.url);
  const code = await ending.done;
  idle.stop();
  stopSignals();
  killAllGroups();
  return code;
}
