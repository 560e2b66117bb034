// The floor of HTTP: reads a body, parses it, echoes. No contract, no checks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => {
    body += chunk;
  });
  request.once('end', () => {
    const { id, params } = JSON.parse(body) as { id: number; params: { arguments: { message: string } } };
    const result = { content: [{ type: 'text', text: params.arguments.message }] };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`));
