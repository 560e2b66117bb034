// A stdio server for tests of what stands before many servers. Its first argument says how it misbehaves, its second names a file
// that the test and the server tell each other things by. Plain JavaScript: it is started as it is.
import { appendFileSync, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [mode = 'good', file = ''] = process.argv.slice(2);
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const note = text => file && appendFileSync(file, `${text}\n`);
const schema = { type: 'object' };
const text = content => ({ content: [{ type: 'text', text: content }] });
const watched = new Set();

note(`start ${process.pid}`);
if (mode === 'exits') {
  process.stderr.write('Traceback (most recent call last):\n  File "server.py", line 1\nKeyError: no such door\n');
  process.exit(9);
}

const tools = [
  { name: 'say', description: 'first', inputSchema: schema },
  { name: 'dies', inputSchema: schema },
  { name: 'loops', inputSchema: schema },
  { name: 'grow', inputSchema: schema },
  { name: 'logs', inputSchema: schema },
  { name: 'touch', inputSchema: schema },
];
const again = [
  { name: 'say', description: 'second', inputSchema: schema },
  { name: 'late', inputSchema: schema },
];
if (mode === 'twice') tools.push(...again);
const resource = { uri: 'x://a', name: 'a' };

const answers = {
  initialize: async () => {
    if (mode === 'mute') await new Promise(() => {});
    while (mode === 'late' && !existsSync(`${file}.go`)) await sleep(10);
    return {
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'upstream', version: '1' },
      capabilities: { tools: { listChanged: true }, prompts: {}, completions: {}, resources: { subscribe: true } },
    };
  },
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'prompts/list': () => ({ prompts: mode === 'twice' ? [{ name: 'p' }, { name: 'p' }] : [{ name: 'p' }] }),
  'resources/list': () => ({ resources: mode === 'twice' ? [resource, resource] : [resource] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'x://t/{id}', name: 't' }] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: `${mode} read ${uri}` }] }),
  'resources/subscribe': ({ uri }) => watched.add(uri) && {},
  'resources/unsubscribe': ({ uri }) => watched.delete(uri) && {},
  'completion/complete': ({ ref }) => ({ completion: { values: [`${mode} completed ${ref.uri}`] } }),
};

const calls = {
  say: ({ words = 'nothing' }) => text(`${mode} says ${words}`),
  dies: ({ code = 3 }) => process.exit(code),
  loops: () => {
    note('loops');
    for (;;);
  },
  grow: () => {
    tools.push(...again);
    send({ method: 'notifications/tools/list_changed' });
    return text('grown');
  },
  logs: async ({ line, until }) => {
    process.stderr.write(`${line}\n`);
    while (until && !existsSync(until)) await sleep(5);
    // What was written to stderr is read before the answer.
    await sleep(50);
    throw new Error(`failed after ${line}`);
  },
  touch: () => {
    for (const uri of watched) send({ method: 'notifications/resources/updated', params: { uri } });
    return text('touched');
  },
};

createInterface({ input: process.stdin }).on('line', async line => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  try {
    const call = method === 'tools/call' ? calls[params.name] : undefined;
    send({ id, result: await (call ? call(params.arguments ?? {}) : answers[method](params)) });
  } catch (error) {
    send({ id, error: { code: -32000, message: error.message } });
  }
});
