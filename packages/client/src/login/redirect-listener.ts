import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const path = '/callback';
const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>mcp</title><p style="font: 16px sans-serif">${text}</p>\n`;

/** Waits on this machine for a browser that is sent back here. */
export class RedirectListener {
  private constructor(
    /** Where the browser is to be sent. */
    readonly url: string,
    readonly close: () => void,
    readonly arrivals: { on?: ((url: URL) => boolean) | undefined },
  ) {}

  /** Listens on a port of the system's choice, or on the given one if that is free. */
  static async open(port: number | undefined): Promise<RedirectListener> {
    const arrivals: { on?: (url: URL) => boolean } = {};
    const server = createServer((request, response) => answer(request, response, arrivals));
    const listen = (wanted: number): Promise<void> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(wanted, '127.0.0.1', () => resolve());
      });
    await listen(port ?? 0).catch(() => listen(0));
    const close = (): void => {
      server.close();
      server.closeAllConnections();
    };
    return new RedirectListener(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, close, arrivals);
  }

  /** The address the browser comes back to with this state. Other requests are refused and do not end the wait. */
  arrival(state: string): Promise<URL> {
    return new Promise(resolve => {
      this.arrivals.on = url => {
        if (url.searchParams.get('state') !== state) return false;
        this.arrivals.on = undefined;
        resolve(url);
        return true;
      };
    });
  }
}

function answer(request: IncomingMessage, response: ServerResponse, arrivals: { on?: (url: URL) => boolean }): void {
  const here = `http://127.0.0.1:${request.socket.localPort}`;
  const target = request.url ?? '';
  const url = URL.canParse(target, here) ? new URL(target, here) : undefined;
  const isOurs = request.method === 'GET' && url?.pathname === path && arrivals.on?.(url) === true;
  response.writeHead(isOurs ? 200 : 400, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
  response.end(
    page(isOurs ? 'Done. You can close this window and go back to the terminal.' : 'There is nothing here.'),
  );
}
