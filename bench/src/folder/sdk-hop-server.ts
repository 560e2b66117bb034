// The peer of a tool in a thread: the SDK's own server with one echo tool that does the same hop.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Hop } from './hop.js';

const hop = new Hop();
serveStdio(() => {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' }, { capabilities: { tools: {} } });
  const inputSchema = fromJsonSchema<{ message: string }>({
    type: 'object',
    properties: { message: { type: 'string' } },
    required: ['message'],
  });
  server.registerTool('echo', { description: 'Echoes through a thread', inputSchema }, async ({ message }) => ({
    content: [{ type: 'text', text: await hop.there(message) }],
  }));
  return server;
});
