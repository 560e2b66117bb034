// A stdio server that misbehaves in the way its first argument names, and notes what happens to it in the file that its second
// argument names. Plain JavaScript: it is started as it is.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [mode = 'good', log = ''] = process.argv.slice(2);
const note = text => log && appendFileSync(log, `${text}\n`);
const write = text => process.stdout.write(text);
const send = message => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const modern = 'io.modelcontextprotocol/protocolVersion';
const page = 50;
const pages = ['pages', 'repeating-cursor'].includes(mode);

const owner = process.ppid;

note(`start ${process.pid}`);
process.on('exit', () => note('exit'));
if (['ignores-term', 'stubborn', 'slow-write', 'flushes'].includes(mode)) process.on('SIGTERM', () => note('term'));
if (['ignores-term', 'stubborn'].includes(mode)) setInterval(() => {}, 1_000);
if (mode === 'exits-7') {
  process.stderr.write(`cannot open ${process.env.API_TOKEN ?? 'the door'}\nsecond line\n`);
  process.exit(7);
}
if (mode === 'exits-once' && !process.env.COUNT_FILE?.length) process.exit(1);
if (mode === 'slow-start') await sleep(Number(process.env.START_DELAY_MS ?? 10_000));
if (mode === 'junk') write('hello from a banner\n{"not":"json-rpc"}\n\n');
if (mode === 'endless-junk') {
  const flood = () => {
    while (write('DEBUG something is going on\n'));
    process.stdout.once('drain', flood);
  };
  flood();
}
/** Until then, calls of what writes wait. */
let flooded;
if (mode === 'floods-stderr') {
  const piece = Buffer.alloc(64 * 1024, 'flood of stderr\n');
  let left = Number(process.env.FLOOD_PIECES ?? 3_200); // 200 MiB
  flooded = new Promise(resolve => {
    const flood = () => {
      while (left-- > 0) if (!process.stderr.write(piece)) return process.stderr.once('drain', flood);
      process.stderr.write('the flood is over\n', resolve);
    };
    flood();
  });
}
if (mode === 'grandchild') {
  const { spawn } = await import('node:child_process');
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  note(`grandchild ${child.pid}`);
}

const tools = [
  {
    name: 'echo',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    'x-unknown': [1, { kept: true }],
  },
  { name: 'write', inputSchema: { type: 'object' } },
];

function list({ cursor }) {
  if (!pages) return { tools };
  const start = Number(cursor ?? 0);
  const found = Array.from({ length: page }, (_, index) => ({
    name: `tool-${start + index}`,
    inputSchema: { type: 'object' },
  }));
  const next = mode === 'repeating-cursor' ? '50' : start + page < 1_000 ? String(start + page) : undefined;
  return { tools: found, ...(next && { nextCursor: next }) };
}

function reply(id, message) {
  const text = `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`;
  if (mode === 'single-bytes') {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 1) process.stdout.write(bytes.subarray(at, at + 1));
    return;
  }
  if (mode === 'junk') write('between\n');
  if (mode === 'two-in-one') {
    write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'first' } })}\n${text}`);
    return;
  }
  write(text);
  if (mode === 'junk') write('after {\n');
  if (mode === 'duplicates') write(text);
}

async function call(id, { name, arguments: args = {}, _meta }) {
  note(`call ${name}`);
  if (['no-answer', 'stubborn'].includes(mode)) return;
  if (mode === 'dies') {
    process.stderr.write('about to die\n');
    process.exit(3);
  }
  if (mode === 'dies-once' && process.env.COUNT_FILE) {
    const { existsSync, writeFileSync } = await import('node:fs');
    if (!existsSync(process.env.COUNT_FILE)) {
      writeFileSync(process.env.COUNT_FILE, '');
      process.exit(3);
    }
  }
  if (mode === 'wrong-ids') {
    send({ id: id + 1_000, result: { content: [] } });
    send({ id: String(id), result: { content: [] } });
    return;
  }
  if (mode === 'large') return reply(id, { result: { content: [{ type: 'text', text: 'ü'.repeat(10 * 2 ** 20) }] } });
  if (mode === 'too-large')
    return reply(id, { result: { content: [{ type: 'text', text: 'x'.repeat(100 * 2 ** 20) }] } });
  if (mode === 'rpc-error')
    return reply(id, {
      error: { code: -32050, message: `no: ${process.env.API_TOKEN}`, data: { token: process.env.API_TOKEN } },
    });
  if (mode === 'asks')
    return reply(id, {
      result: {
        resultType: 'input_required',
        inputRequests: { name: { method: 'elicitation/create', params: { message: 'who?' } } },
        requestState: 's1',
      },
    });
  if (_meta?.progressToken !== undefined)
    send({ method: 'notifications/progress', params: { progressToken: _meta.progressToken, progress: 1 } });
  if (args.change) send({ method: 'notifications/tools/list_changed' });
  if (args.ask) {
    send({ id: 'question', method: args.ask, params: {} });
    answers = message => reply(id, { result: { content: [], answer: message.error ?? message.result } });
    return;
  }
  reply(id, {
    result: {
      ...(modernOnly && { resultType: 'complete' }),
      content: [{ type: 'hologram', beams: [1] }],
      extra: { kept: true },
      pid: process.pid,
    },
  });
}

const modernOnly = ['modern-only', 'asks'].includes(mode);
let answers = () => {};
let first = true;

/** What it does before it ends, when its input has. */
const forever = new Promise(() => {});
const endings = {
  'ignores-term': () => forever,
  stubborn: () => forever,
  grandchild: () => forever,
  'slow-end': () => sleep(300),
  'slow-write': async () => {
    for (let line = 1; line <= 9; line += 1) {
      await sleep(100);
      note(`line ${line}`);
    }
    // The last line shows that its owner has not waited for it.
    while (process.ppid === owner) await sleep(25);
    note('line 10');
  },
  flushes: async () => {
    process.stdout.on('error', () => note('cut off'));
    await new Promise(resolve => process.stdout.write('x'.repeat(4 * 2 ** 20), resolve));
    note('flushed');
  },
};

createInterface({ input: process.stdin })
  .on('line', line => {
    const { id, method, params = {}, ...rest } = JSON.parse(line);
    note(
      method === undefined
        ? `answer ${line}`
        : `${method}${method === 'notifications/cancelled' ? ` ${params.requestId}` : ''}`,
    );
    if (mode === 'silent' || mode === 'endless-junk') return;
    if (mode === 'exits-on-unknown' && first && method !== 'initialize') process.exit(1);
    first = false;
    if (method === undefined) return answers(rest);
    if (id === undefined) return;
    if (modernOnly && !params._meta?.[modern])
      return reply(id, {
        error: {
          code: -32022,
          message: 'Unsupported protocol version',
          data: { supported: ['2026-07-28'], requested: '' },
        },
      });
    const asked = params.protocolVersion;
    const versions = { 2024: '2024-11-05', '2025-03': '2025-03-26', '2025-06': '2025-06-18', future: '2031-01-01' };
    const common = modernOnly ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
    if (method === 'initialize' && !modernOnly)
      return reply(id, {
        result: {
          protocolVersion: versions[mode] ?? asked,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'hostile', version: '1' },
          instructions: 'beware',
        },
      });
    if (method === 'server/discover' && modernOnly)
      return reply(id, {
        result: {
          ...common,
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: { listChanged: true } },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'hostile', version: '1' } },
        },
      });
    if (method === 'subscriptions/listen') return send({ method: 'notifications/tools/list_changed' });
    if (method === 'tools/list') return reply(id, { result: { ...common, ...list(params) } });
    if (method === 'tools/call' && mode === 'asks' && params.inputResponses) {
      return reply(id, {
        result: { resultType: 'complete', content: [], responses: params.inputResponses, state: params.requestState },
      });
    }
    if (flooded && params.name === 'write') return void flooded.then(() => call(id, params));
    if (method === 'tools/call') return void call(id, params);
    reply(id, { error: { code: -32601, message: 'Method not found' } });
  })
  .on('close', async () => {
    note('stdin ended');
    await endings[mode]?.();
    process.exit(0);
  });
