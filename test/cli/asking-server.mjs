// Asks its client what a call tells it to ask, and answers the call with what came back. `meet` answers when two calls wait.
import { createInterface } from 'node:readline';

const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (id, value) => send({ id, result: { content: [{ type: 'text', text: JSON.stringify(value) }] } });
const tool = (name, properties) => ({ name, description: name, inputSchema: { type: 'object', properties } });
const tools = [tool('ask', { question: { type: 'object' } }), tool('wait', {}), tool('go', {})];
const asked = new Map();
const waiting = [];

const calls = {
  ask: (id, { question }) => {
    const key = `question ${asked.size}`;
    asked.set(key, answer => text(id, answer));
    send({ id: key, method: 'elicitation/create', params: question });
  },
  wait: id => waiting.push(id),
  go: id => {
    for (const each of [...waiting.splice(0), id]) text(each, 'gone');
  },
};

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'asking', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {}, result, error } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === undefined) asked.get(id)?.(result ?? { error: error.message });
  else if (method === 'tools/call') calls[params.name](id, params.arguments ?? {});
  else if (results[method]) send({ id, result: results[method](params) });
  else send({ id, error: { code: -32601, message: 'Method not found' } });
}
