// A server behind the gateway, which does what each test needs. Its first argument says how it misbehaves, its second names a file that
// test and server tell each other things by. Plain JavaScript: it is started as it is.
import { appendFileSync, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [mode = 'good', file = ''] = process.argv.slice(2);
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const note = text => file && appendFileSync(file, `${text}\n`);
const text = content => ({ content: [{ type: 'text', text: content }] });
const object = (properties, required) => ({ type: 'object', properties, required });
const never = new Promise(() => {});

note(`start ${process.pid}`);
if (mode === 'exits') {
  process.stderr.write('Traceback (most recent call last):\n  File "server.py", line 1\nKeyError: no such door\n');
  process.exit(9);
}

const tool = (name, properties = {}, description = name) => ({
  name,
  description,
  inputSchema: object(properties, []),
});
const tools = [
  tool('say', { words: { type: 'string' } }, 'first'),
  tool('dies'),
  tool('loops'),
  tool('floods', { bytes: { type: 'integer' } }),
  tool('grow'),
  tool('logs', { line: { type: 'string' }, until: { type: 'string' } }),
  tool('touch'),
  tool('meet', { calls: { type: 'integer' } }),
  tool('large', { bytes: { type: 'integer' }, both: { type: 'boolean' } }),
  tool('ask'),
  tool('sample'),
  tool('log', { text: { type: 'string' } }),
];
const again = [tool('say', {}, 'second'), tool('late')];
if (mode === 'twice') tools.push(...again);
if (mode === 'odd') tools[0].inputSchema = { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' };
if (mode === 'odd') tools.push(null, 'tool', 7, [], { name: 7 }, { name: '' });
// What clients that check lists refuse, with all that stands beside it.
if (mode === 'loose')
  tools.push(
    { name: 'untyped', inputSchema: { properties: { a: {} }, required: ['a', 5] }, outputSchema: { properties: {} } },
    { name: 'texts', inputSchema: { type: 'string' } },
    {
      ...tool('hinted'),
      title: 5,
      annotations: { readOnlyHint: 'yes', title: 'Hinted' },
      icons: [{ src: 1 }],
      _meta: [],
    },
  );
const resource = { uri: 'x://a', name: 'a', ...(mode === 'loose' && { mimeType: 5, size: 'big', annotations: [] }) };
const watched = new Set();
const waiting = [];
const asked = new Map();

const answers = {
  initialize: async ({ protocolVersion }) => {
    if (mode === 'mute') await never;
    while (mode === 'late' && !existsSync(`${file}.go`)) await sleep(10);
    return {
      protocolVersion,
      serverInfo: { name: 'upstream', version: '1' },
      capabilities: {
        tools: { listChanged: true },
        prompts: {},
        completions: {},
        resources: { subscribe: true },
        logging: {},
      },
      instructions: 'Use `meet` to meet others, as often as you meet them.',
    };
  },
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'prompts/list': () => {
    if (mode === 'loose')
      return { prompts: [{ name: 'p', arguments: [{ name: 'a', required: 'no' }, { title: 'b' }] }] };
    return { prompts: mode === 'twice' ? [{ name: 'p' }, { name: 'p' }] : [{ name: 'p' }] };
  },
  'resources/list': () => {
    if (mode === 'unlisted') throw new Error('the database is away');
    return { resources: mode === 'twice' ? [resource, resource] : [resource] };
  },
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'x://t/{id}', name: 't' }] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: `${mode} read ${uri}` }] }),
  'resources/subscribe': ({ uri }) => watched.add(uri) && {},
  'resources/unsubscribe': ({ uri }) => watched.delete(uri) && {},
  'completion/complete': ({ ref }) => ({ completion: { values: [`${mode} completed ${ref.uri}`] } }),
  'tools/call': ({ name, arguments: given = {} }) => calls[name](given),
};

/** Asks the client; gives what came back, and the process that asked. */
async function ask(method, params) {
  const id = `question ${asked.size}`;
  const answer = await new Promise(resolve => {
    asked.set(id, resolve);
    send({ id, method, params });
  });
  return text(JSON.stringify({ pid: process.pid, ...answer }));
}

const calls = {
  say: ({ words = 'nothing' }) => text(`${mode} says ${words}`),
  dies: () => process.exit(3),
  loops: () => {
    note('loops');
    for (;;);
  },
  // Answers with so many bytes, in one message.
  floods: ({ bytes }) => text('x'.repeat(bytes)),
  grow: () => {
    tools.push(...again);
    send({ method: 'notifications/tools/list_changed' });
    return text('grown');
  },
  // Writes to stderr, and fails once the file is there that it was told of.
  logs: async ({ line, until }) => {
    process.stderr.write(`${line}\n`);
    note(line);
    while (until && !existsSync(until)) await sleep(5);
    // What was written to stderr is read before the answer.
    await sleep(50);
    throw new Error('failed');
  },
  touch: () => {
    for (const uri of watched) send({ method: 'notifications/resources/updated', params: { uri } });
    return text('touched');
  },
  // Answers only when as many calls as it was told of wait at the same time.
  meet: ({ calls: wanted }) => {
    note('meet');
    const met = new Promise(resolve => waiting.push(resolve));
    if (waiting.length >= wanted) for (const resolve of waiting.splice(0)) resolve(text('met'));
    return met;
  },
  large: ({ bytes, both }) => {
    const said = `begin ${'x'.repeat(bytes - 10)} end`;
    return { ...text(said), ...(both && { structuredContent: { said } }) };
  },
  ask: () => {
    const requestedSchema = object({ name: { type: 'string' } }, ['name']);
    return ask('elicitation/create', { message: 'Who are you?', requestedSchema });
  },
  sample: () => ask('sampling/createMessage', { messages: [], maxTokens: 10 }),
  log: ({ text: data }) => {
    send({ method: 'notifications/message', params: { level: 'warning', logger: 'own', data } });
    return { content: [] };
  },
};

createInterface({ input: process.stdin })
  .on('line', async line => {
    const { id, method, params = {}, result, error } = JSON.parse(line);
    if (id === undefined) return;
    if (method === undefined) return asked.get(id)?.({ result, error });
    try {
      if (!answers[method]) throw new Error(`no method ${method}`);
      send({ id, result: await answers[method](params) });
    } catch (failed) {
      send({ id, error: { code: -32000, message: failed.message } });
    }
  })
  .on('close', () => process.exit(0));
