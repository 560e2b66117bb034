import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '@concord/engine';
import type { GatewayFace } from '@concord/gateway';
import { closeHost, type Host, openHost } from '../../src/dispatch/host.js';
import { type HttpServer, serveHttp } from '../../src/http/serve-http.js';
import type { HttpOptions } from '../../src/http/wire/options.js';
import { logFrom } from '../../src/log/log.js';
import { readSettings } from '../../src/settings/settings.js';
import { TestSource } from './test-source.js';

/** A whole server on a socket of its own, with what tests look at. */
export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly http: HttpServer;
  readonly host: Host;
  readonly source: TestSource;
  /** Every log line, as one text. */
  logged(): string;
  close(): Promise<void>;
}

/** Opens a server under an environment and options. */
export async function openTestServer(
  env: Record<string, string> = {},
  options: Partial<HttpOptions> = {},
  source = new TestSource(),
  gateway?: GatewayFace,
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'concord-http-'));
  const lines: string[] = [];
  const log = logFrom((level, logger, data) => void lines.push(JSON.stringify({ level, logger, data })));
  const settings = readSettings(env, message => log.warn('core', message));
  const engine = createEngine({ env: { XDG_STATE_HOME: folder, CONCORD_NO_RECORDS: '1' } });
  const host = openHost({ mounts: [{ name: 'test', source }], settings, engine, log, gateway });
  await host.catalog.opened().catch(() => {});
  const http = await serveHttp(host, { hostname: '127.0.0.1', port: 0, allowHosts: [], allowOrigins: [], ...options });
  return {
    url: http.url,
    port: Number(new URL(http.url).port),
    http,
    host,
    source,
    logged: () => lines.join('\n'),
    close: async () => {
      await http.close();
      await closeHost(host);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
