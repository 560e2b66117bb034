// The peer over HTTP: the SDK's own handler and server with one echo tool.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const inputSchema = fromJsonSchema<{ message: string }>({
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
});
const handler = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: 'sdk', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.registerTool(
      'echo',
      { description: 'Gives back the message it was sent', inputSchema },
      async ({ message }) => ({
        content: [{ type: 'text', text: message }],
      }),
    );
    return server;
  }),
);
const server = createServer((request, response) => void handler(request as never, response));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`));
