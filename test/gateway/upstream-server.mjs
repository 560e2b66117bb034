// A server behind the gateway. `meet` answers only when as many calls as it was told of wait at the same time; `large` answers with so
// many bytes, as text, and as data too where `both` is given.
import { createInterface } from 'node:readline';

const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const object = (properties, required) => ({ type: 'object', properties, required });
const tools = [
  { name: 'meet', description: 'Waits for others', inputSchema: object({ calls: { type: 'integer' } }, ['calls']) },
  {
    name: 'large',
    description: 'Says a lot',
    inputSchema: object({ bytes: { type: 'integer' }, both: { type: 'boolean' } }, ['bytes']),
  },
];
const waiting = [];

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'upstream', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  ping: () => ({}),
};

const calls = {
  meet: (id, { calls: wanted }) => {
    waiting.push(id);
    if (waiting.length < wanted) return;
    for (const each of waiting.splice(0)) send({ id: each, result: { content: [{ type: 'text', text: 'met' }] } });
  },
  large: (id, { bytes, both }) => {
    const said = `begin ${'x'.repeat(bytes - 10)} end`;
    const content = [{ type: 'text', text: said }];
    send({ id, result: { content, ...(both && { structuredContent: { said } }) } });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === 'tools/call') calls[params.name](id, params.arguments);
  else if (results[method]) send({ id, result: results[method](params) });
  else send({ id, error: { code: -32601, message: 'Method not found' } });
}
