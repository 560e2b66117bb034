import { createServer } from 'node:http';
import type { GatewayFace } from '@concord/gateway';
import { RefusedToStart, readAddress } from '@concord/server';

/** Serves the figures at an address of their own, for a collector that has no token; nothing where they are served with the rest. */
export async function openFigures(
  address: string | undefined,
  gateway: GatewayFace | undefined,
): Promise<{ close(): Promise<void> } | undefined> {
  if (address === undefined || address === 'here' || gateway?.figures === undefined) return undefined;
  const { figures } = gateway;
  const { hostname, port } = readAddress(address);
  const server = createServer((req, res) => {
    if (req.method !== 'GET' || req.url?.split('?', 1)[0] !== '/metrics') return void res.writeHead(404).end();
    res.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(figures());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new RefusedToStart(`--metrics ${address} cannot be listened on (${error.code ?? error.message})`, 3)),
    );
    server.listen(port, hostname, resolve);
  });
  return {
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
