// A stdio server whose items have names that are easily taken for something else. Plain JavaScript: it is started as it is.
import { createInterface } from 'node:readline';

const text = value => ({ content: [{ type: 'text', text: value }] });
const schema = {
  type: 'object',
  properties: { size: { type: 'string', enum: ['small', 'large'] } },
  required: ['size'],
};
const tools = ['files/read', '読む', 'plain', ...process.argv.slice(2)];
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'named', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: tools.map(name => ({ name, description: `the tool ${name}`, inputSchema: schema })) }),
  'tools/call': ({ name, arguments: given }) => text(`${name} ${given.size}`),
  'resources/list': () => ({ resources: [{ uri: 'file:///a/b', name: 'b' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: `contents of ${uri}` }] }),
  'prompts/list': () => ({ prompts: [{ name: 'ask/this', arguments: [{ name: 'topic', required: true }] }] }),
  'prompts/get': ({ arguments: given }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `about ${given.topic}` } }],
  }),
};
createInterface({ input: process.stdin })
  .on('line', line => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined) return;
    const result = methods[method]?.(params);
    const answer = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
  })
  .on('close', () => process.exit(0));
