// The peer: the SDK's own server with one echo tool, over stdio.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

serveStdio(() => {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' }, { capabilities: { tools: {} } });
  const inputSchema = fromJsonSchema<{ message: string }>({
    type: 'object',
    properties: { message: { type: 'string' } },
    required: ['message'],
  });
  server.registerTool(
    'echo',
    { description: 'Gives back the message it was sent', inputSchema },
    async ({ message }) => ({
      content: [{ type: 'text', text: message }],
    }),
  );
  return server;
});
