// A stdio server whose tool `end` ends the connection in the way, and at the moment, that its arguments name. Plain JavaScript: it is
// started as it is.
import { closeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const write = text => process.stdout.write(text);
const send = message => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const result = { content: [{ type: 'text', text: 'done' }] };
const held = [];

/** The ways a connection can end, or an answer fail to come. */
const ways = {
  exit: () => process.exit(7),
  kill: () => process.kill(process.pid, 'SIGKILL'),
  'closed pipe': () => {
    process.stdin.destroy();
    closeSync(1);
    setInterval(() => {}, 1_000);
  },
  'flood, id first': id => write(`{"jsonrpc":"2.0","id":${id},"result":{"text":"${'x'.repeat(300_000)}"}}\n`),
  'flood, id last': id => write(`{"result":{"text":"${'x'.repeat(300_000)}"},"jsonrpc":"2.0","id":${id}}\n`),
  'endless flood': () => write(`{"result":"${'x'.repeat(2_000_000)}`),
  garbage: () => write('Segmentation fault (core dumped)\n'),
  'wrong answer': id => send({ id, result: 'no object' }),
  loop: () => {
    for (;;);
  },
  silence: () => {},
};

const tools = ['end', 'hold', 'release', 'say'].map(name => ({ name, inputSchema: { type: 'object' } }));

function call(id, name, { way, moment }, token) {
  if (name === 'hold') return held.push(id);
  if (name === 'release') for (const each of held.splice(0)) send({ id: each, result });
  if (name !== 'end') return send({ id, result });
  if (moment === 'in progress')
    send({ method: 'notifications/progress', params: { progressToken: token, progress: 1 } });
  if (moment === 'answered') send({ id, result });
  // What was sent before is on its way by then.
  setTimeout(() => ways[way](id), 20);
}

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'tools/call') call(id, params.name, params.arguments, params._meta?.progressToken);
  else if (method === 'tools/list') send({ id, result: { tools } });
  else if (method === 'ping') send({ id, result: {} });
  else
    send({
      id,
      result: {
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'ending', version: '1' },
        capabilities: { tools: {} },
      },
    });
});
