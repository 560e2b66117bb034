// A server of a team behind the gateway: tools that read and write, resources, prompts, completions, large results. What it does it notes in
// the file that its second argument names, so that tests count effects. Plain JavaScript: it is started as it is.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [name = 'team', file = ''] = process.argv.slice(2);
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const note = text => file && appendFileSync(file, `${text}\n`);
const text = content => ({ content: [{ type: 'text', text: content }] });
const schema = properties => ({ type: 'object', properties });
const strict = {
  type: 'object',
  properties: { items: { type: 'array', items: { $ref: '#/$defs/item' } } },
  required: ['items'],
  additionalProperties: false,
  $defs: { item: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } },
};
const reading = { readOnlyHint: true };

const tools = [
  {
    name: 'read_note',
    description: 'Reads a note',
    inputSchema: schema({ id: { type: 'string' } }),
    annotations: reading,
  },
  {
    name: 'send_mail',
    description: 'Sends a mail',
    inputSchema: schema({ to: { type: 'string' }, ms: { type: 'integer' } }),
  },
  {
    name: 'set_note',
    description: 'Sets a note',
    inputSchema: schema({ id: { type: 'string' } }),
    annotations: { idempotentHint: true },
  },
  {
    name: 'lines',
    description: 'Gives many lines',
    inputSchema: schema({ count: { type: 'integer' } }),
    annotations: reading,
  },
  {
    name: 'items',
    description: 'Gives many items',
    inputSchema: schema({ count: { type: 'integer' } }),
    outputSchema: strict,
    annotations: reading,
  },
  {
    name: 'measure',
    description: 'Says how long a text is',
    inputSchema: schema({ text: { type: 'string' } }),
    annotations: reading,
  },
  {
    name: 'slow',
    description: 'Takes its time',
    inputSchema: schema({ ms: { type: 'integer' } }),
    annotations: reading,
  },
  {
    name: 'told',
    description: 'Gives what it was told beside its arguments',
    inputSchema: schema({}),
    annotations: reading,
  },
  { name: 'dies', description: 'Ends its process', inputSchema: schema({}) },
];
const watched = new Set();

const calls = {
  read_note: ({ id = 'none' }) => text(`note ${id} of ${name}`),
  send_mail: async ({ to = 'nobody', ms = 0 }) => {
    note(`mail ${to}`);
    await sleep(ms);
    return text(`mail to ${to} is sent`);
  },
  set_note: ({ id }) => {
    note(`set ${id}`);
    return text('set');
  },
  lines: ({ count = 10 }) => {
    const lines = Array.from({ length: count }, (_, at) => `line ${at + 1} of ${name}: ${'.'.repeat(at % 50)}`);
    return text(`${lines.join('\n')}\npassword: hunter22hunter22\n`);
  },
  items: ({ count = 10 }) => {
    const structuredContent = { items: Array.from({ length: count }, (_, id) => ({ id })) };
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent, null, 2) }], structuredContent };
  },
  measure: ({ text: given = '' }) => text(String(Buffer.byteLength(given))),
  slow: async ({ ms = 100 }) => {
    await sleep(ms);
    return text('done');
  },
  told: (_, meta) => text(JSON.stringify(meta ?? null)),
  dies: () => process.exit(7),
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    serverInfo: { name, version: '1' },
    capabilities: { tools: { listChanged: true }, prompts: {}, completions: {}, resources: { subscribe: true } },
    instructions: `Instructions of ${name}.`,
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'prompts/list': () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'who' }] }] }),
  'prompts/get': () => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet from ${name}` } }] }),
  'resources/list': () => ({ resources: [{ uri: `${name}://page`, name: 'page' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: `${name}://pages/{id}`, name: 'pages' }] }),
  'resources/read': ({ uri }) => {
    if (uri.endsWith('broken')) throw new Error('the page is broken');
    return { contents: [{ uri, text: `page of ${name}` }] };
  },
  'resources/subscribe': ({ uri }) => watched.add(uri) && {},
  'resources/unsubscribe': ({ uri }) => watched.delete(uri) && {},
  'completion/complete': () => ({ completion: { values: [`value of ${name}`] } }),
  'tools/call': ({ name: tool, arguments: given = {}, _meta: meta }) => calls[tool](given, meta),
};

note(`start ${process.pid}`);
createInterface({ input: process.stdin })
  .on('line', async line => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined) return;
    try {
      if (!answers[method]) throw new Error(`no method ${method}`);
      send({ id, result: await answers[method](params) });
    } catch (failed) {
      send({ id, error: { code: -32000, message: failed.message } });
    }
  })
  .on('close', () => process.exit(0));
