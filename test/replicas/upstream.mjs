// A server behind the replicas. Its first argument names a file it notes each start and each effect in.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [file] = process.argv.slice(2);
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = content => ({ content: [{ type: 'text', text: content }] });
const properties = { key: { type: 'string' }, ms: { type: 'integer' }, words: { type: 'string' } };
const tool = (name, annotations) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties },
  annotations,
});
const tools = [
  tool('effect', { readOnlyHint: false, idempotentHint: false, destructiveHint: true }),
  tool('say', { readOnlyHint: true }),
  tool('who', { readOnlyHint: true }),
  tool('slow', { readOnlyHint: true }),
  tool('fails', { readOnlyHint: true }),
];
const cancelled = new Map();
const calls = {
  /** Takes effect in the middle of its time. */
  effect: async ({ key, ms = 5 }) => {
    await sleep(ms / 2);
    appendFileSync(file, `effect ${key}\n`);
    await sleep(ms / 2);
    return text(`done ${key}`);
  },
  say: async ({ words = '' }) => text(words),
  who: async () => text(String(process.pid)),
  slow: async ({ ms = 20, words = 'slow' }) => {
    await sleep(ms);
    return text(words);
  },
  fails: async () => ({ ...text('it failed'), isError: true }),
};
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    serverInfo: { name: 'upstream', version: '1' },
    capabilities: { tools: { listChanged: true } },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: given = {} }) => calls[name](given),
};

appendFileSync(file, `start ${process.pid}\n`);
createInterface({ input: process.stdin })
  .on('line', async line => {
    const { id, method, params = {} } = JSON.parse(line);
    if (method === 'notifications/cancelled') cancelled.set(params.requestId, true);
    if (id === undefined || method === undefined) return;
    const answer = answers[method];
    if (!answer) return send({ id, error: { code: -32601, message: 'Method not found' } });
    send({ id, result: await answer(params) });
  })
  .on('close', () => {
    appendFileSync(file, `end ${process.pid}\n`);
    process.exit(0);
  });
