// A small server whose tools tell what happens to it. Its arguments say how it misbehaves:
//   log=FILE      every request, cancellation, end of input and signal becomes a line there
//   stubborn      ignores SIGTERM and the end of its input
//   forks         starts a grandchild that sleeps, and writes its pid to the log
//   flush=FILE    writes "complete" there once its input and its owner have ended
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const options = Object.fromEntries(process.argv.slice(2).map(word => word.split('=')));
const note = text => options.log && appendFileSync(options.log, `${process.pid} ${text}\n`);
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = value => ({ content: [{ type: 'text', text: String(value) }] });

const owner = process.ppid;
function flushAfterOwner() {
  if (process.ppid === owner) setTimeout(flushAfterOwner, 25);
  else writeFileSync(options.flush, 'complete');
}

const readOnly = { readOnlyHint: true };
const anything = { type: 'object' };
const tools = {
  pid: { annotations: readOnly, run: () => text(process.pid) },
  variable: { annotations: readOnly, run: ({ name }) => text(process.env[name] ?? 'unset') },
  size: { annotations: readOnly, run: ({ of }) => text(String(of).length) },
  big: { annotations: readOnly, run: ({ bytes }) => text('x'.repeat(Number(bytes))) },
  look: { annotations: readOnly, run: wait },
  write: { run: wait },
  die: { run: () => process.exit(9) },
};

function wait({ ms }, id) {
  return new Promise(resolve => {
    waiting.set(
      id,
      setTimeout(() => resolve(text('done')), Number(ms)),
    );
  });
}

const waiting = new Map();
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'warm', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: Object.entries(tools).map(([name, { annotations }]) => ({ name, inputSchema: anything, annotations })),
  }),
  'tools/call': ({ name, arguments: args = {} }, id) => {
    note(`call ${name}`);
    return tools[name].run(args, id);
  },
};

note('start');
if ('forks' in options) note(`grandchild ${spawn('sleep', ['600'], { stdio: 'ignore' }).pid}`);
process.on('SIGTERM', () => {
  note('SIGTERM');
  if (!('stubborn' in options)) process.exit(0);
});
createInterface({ input: process.stdin })
  .on('line', async line => {
    const { id, method, params } = JSON.parse(line);
    if (method === 'notifications/cancelled') {
      note('cancelled');
      clearTimeout(waiting.get(params.requestId));
    }
    if (id === undefined) return;
    const answer = answers[method];
    if (answer) send({ id, result: await answer(params ?? {}, id) });
    else send({ id, error: { code: -32601, message: 'Method not found' } });
  })
  .on('close', () => {
    note('input ended');
    if ('stubborn' in options) setInterval(() => {}, 1_000);
    else if (options.flush) flushAfterOwner();
    else process.exit(0);
  });
