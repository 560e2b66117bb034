import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect as dialSocket, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy on this machine that leads every name to the given port, or refuses to when there is none. */
export async function proxyServer(port?: number) {
  const seen: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((incoming, response) => {
    seen.push({ line: `${incoming.method} ${incoming.url}`, headers: incoming.headers });
    const { pathname } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, path: pathname, method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    seen.push({ line: `CONNECT ${incoming.url}`, headers: incoming.headers });
    if (port === undefined) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const onward = dialSocket(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://user:pass%20word@127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}
