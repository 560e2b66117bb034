// A server whose tool `meet` answers only when as many calls as it was told of wait at the same time.
import { createInterface } from 'node:readline';

const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const inputSchema = { type: 'object', properties: { calls: { type: 'integer' } }, required: ['calls'] };
const waiting = [];

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'meeting', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'meet', description: 'Waits for others', inputSchema }] }),
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === 'tools/call') {
    waiting.push(id);
    if (waiting.length < params.arguments.calls) continue;
    for (const each of waiting.splice(0)) send({ id: each, result: { content: [{ type: 'text', text: 'met' }] } });
  } else if (results[method]) send({ id, result: results[method](params) });
  else send({ id, error: { code: -32601, message: 'Method not found' } });
}
