// A server behind the gateway. `meet` answers only when as many calls as it was told of wait at the same time; `large` answers with so
// many bytes, as text, and as data too where `both` is given; `ask` and `sample` ask the client, `log` sends a log line first.
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
  { name: 'ask', description: 'Asks for a name', inputSchema: object({}, []) },
  { name: 'sample', description: 'Asks for a text', inputSchema: object({}, []) },
  { name: 'log', description: 'Says something', inputSchema: object({ text: { type: 'string' } }, ['text']) },
];
const waiting = [];
const asked = new Map();
let questions = 0;

/** Asks the client, and answers the call with what came back, and with the process that asked. */
function ask(id, method, params) {
  const question = `question ${++questions}`;
  asked.set(question, answer => {
    const text = JSON.stringify({ pid: process.pid, ...answer });
    send({ id, result: { content: [{ type: 'text', text }] } });
  });
  send({ id: question, method, params });
}

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: 'upstream', version: '1' },
    instructions: 'Use `meet` to meet others, as often as you meet them.',
  }),
  'tools/list': () => ({ tools }),
  ping: () => ({}),
};

const requestedSchema = object({ name: { type: 'string' } }, ['name']);
const calls = {
  ask: id => ask(id, 'elicitation/create', { message: 'Who are you?', requestedSchema }),
  sample: id => ask(id, 'sampling/createMessage', { messages: [], maxTokens: 10 }),
  log: (id, { text }) => {
    send({ method: 'notifications/message', params: { level: 'warning', logger: 'own', data: text } });
    send({ id, result: { content: [] } });
  },
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
  const { id, method, params = {}, result, error } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === undefined) asked.get(id)?.({ result, error });
  else if (method === 'tools/call') calls[params.name](id, params.arguments);
  else if (results[method]) send({ id, result: results[method](params) });
  else send({ id, error: { code: -32601, message: 'Method not found' } });
}
