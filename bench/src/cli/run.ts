import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Case, compare } from './compare.js';

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const floor = (name: string) => root(`bench/src/cli/${name}`);
const everything = root('test/peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const mcporter = root('test/peers/node_modules/mcporter/dist/cli.js');
const newNode = root('test/conformance/node_modules/node/bin/node');
const run = promisify(execFile);

const hasPeers = existsSync(mcporter) && existsSync(newNode);
if (!existsSync(everything)) {
  console.error('The server these cases start is missing: npm ci --prefix test/peers --ignore-scripts');
  process.exit(1);
}
if (!hasPeers)
  console.log('SKIPPED: mcporter; npm ci --prefix test/conformance && npm ci --prefix test/peers --ignore-scripts\n');
console.log('SKIPPED: the command line made with Bun, which no package of npm installs without a download\n');
// A peer that needs a newer Node decides for all: every case of a run uses the same.
const node = hasPeers ? newNode : process.execPath;

const folder = mkdtempSync(join(tmpdir(), 'concord-bench-'));
const environment = (runtime: string) => ({
  PATH: process.env.PATH ?? '',
  NO_COLOR: '1',
  HOME: folder,
  XDG_RUNTIME_DIR: join(folder, runtime),
  XDG_STATE_HOME: join(folder, 'state'),
  XDG_CACHE_HOME: join(folder, 'cache'),
  MCP_CONFIG_PATH: join(folder, 'mcp.json'),
});
for (const runtime of ['run', 'first']) mkdirSync(join(folder, runtime));

const slow = (delay: number, bytes: number) => ({
  command: node,
  args: [floor('slow-server.cjs'), `${delay}`, `${bytes}`],
});
const server = { command: node, args: [everything, 'stdio'] };
const BIG = 20_000_000;
writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { everything: server } }));
writeFileSync(join(folder, 'big.json'), JSON.stringify({ mcpServers: { big: slow(0, BIG) } }));
writeFileSync(join(folder, 'one.json'), JSON.stringify({ mcpServers: { one: slow(1_000, 1) } }));
const eight = Array.from({ length: 8 }, (_, index) => [`server-${index}`, slow(1_000, 1)]);
writeFileSync(join(folder, 'eight.json'), JSON.stringify({ mcpServers: Object.fromEntries(eight) }));
writeFileSync(
  join(folder, 'mcporter.json'),
  JSON.stringify({ mcpServers: { everything: server, kept: { ...server, lifecycle: 'keep-alive' } } }),
);

const env = environment('run');
const mcpOn = (runtime: string, ...args: string[]): Case => ({ argv: [runtime, root('bin/mcp'), ...args], env });
const mcp = (...args: string[]): Case => mcpOn(node, ...args);
const port = (...args: string[]): Case => ({
  argv: [node, mcporter, '--config', join(folder, 'mcporter.json'), ...args],
  env,
});
const echo = JSON.stringify({ name: 'echo', arguments: { message: 'hi' } });
const socket = join(folder, 'raw.sock');
const rawOn = (runtime: string, method: string, params: string, from = server): Case => ({
  argv: [runtime, floor('raw-once.cjs'), method, params, from.command, ...from.args],
  env,
});
const raw = (method: string, params: string, from = server): Case => rawOn(node, method, params, from);

const holder = spawn(node, [floor('raw-holder.cjs'), socket, server.command, ...server.args], {
  env,
  stdio: ['pipe', 'pipe', 'inherit'],
});
const stop = (variables = env) => run(node, [root('bin/mcp'), 'daemon', 'stop', '--force'], { env: variables });
let missed = 0;
try {
  await new Promise(resolve => holder.stdout.once('data', resolve));
  console.log(`Node ${(await run(node, ['--version'])).stdout.trim()}, server-everything over stdio\n`);
  const first = environment('first');
  missed += await compare(
    'start',
    { 'bare node': { argv: [node, '-e', '0'], env }, 'mcp --version': mcp('--version') },
    [{ subject: 'mcp --version', against: 'bare node', atMost: 1.6 }],
  );
  missed += await compare(
    'warm call',
    {
      'bare socket': { argv: [node, floor('raw-client.cjs'), socket, 'tools/call', echo], env },
      'mcp call': mcp('call', 'everything/echo', 'message=hi'),
      ...(hasPeers && { 'mcporter, kept alive': port('call', 'kept.echo', 'message=hi') }),
    },
    [
      { subject: 'mcp call', against: 'bare socket', atMost: 1.8 },
      { subject: 'mcp call', against: 'mcporter, kept alive', atMost: 1 / 4 },
    ],
  );
  missed += await compare(
    'cold list and call',
    {
      'raw list': raw('tools/list', '{}'),
      'raw call': raw('tools/call', echo),
      'mcp list': mcp('list', '--no-daemon'),
      'mcp call': mcp('call', 'everything/echo', 'message=hi', '--no-daemon'),
      'mcp call that starts the daemon': {
        ...mcp('call', 'everything/echo', 'message=hi'),
        env: first,
        after: () => stop(first),
      },
      ...(hasPeers && {
        'mcporter list': port('list', 'everything'),
        'mcporter call': port('call', 'everything.echo', 'message=hi'),
      }),
    },
    [
      { subject: 'mcp list', against: 'raw list', atMost: 1.15 },
      { subject: 'mcp call', against: 'raw call', atMost: 1.15 },
      { subject: 'mcp call that starts the daemon', against: 'raw call', atMost: 1.5 },
      { subject: 'mcp list', against: 'mcporter list', atMost: 1 / 3 },
      { subject: 'mcp call', against: 'mcporter call', atMost: 1 / 3 },
    ],
  );
  // The same on the Node this runs on, where that is another; the server stays on the newer one.
  const own = process.execPath;
  if (node !== own)
    missed += await compare(
      `cold list and call, on Node ${process.version}`,
      {
        'raw list': rawOn(own, 'tools/list', '{}'),
        'raw call': rawOn(own, 'tools/call', echo),
        'mcp list': mcpOn(own, 'list', '--no-daemon'),
        'mcp call': mcpOn(own, 'call', 'everything/echo', 'message=hi', '--no-daemon'),
      },
      [
        { subject: 'mcp list', against: 'raw list', atMost: 1.15 },
        { subject: 'mcp call', against: 'raw call', atMost: 1.15 },
      ],
    );
  missed += await compare(
    'servers that need a second to start',
    {
      one: mcp('list', '--no-daemon', '--config', join(folder, 'one.json')),
      eight: mcp('list', '--no-daemon', '--config', join(folder, 'eight.json')),
    },
    [{ subject: 'eight', against: 'one', atMost: 1.6 }],
  );
  const big = ['call', 'big/text', '--config', join(folder, 'big.json')];
  missed += await compare(
    'a result of 20 MB',
    {
      'raw call': raw('tools/call', JSON.stringify({ name: 'text' }), slow(0, BIG)),
      'mcp call, direct': mcp(...big, '--no-daemon'),
      'mcp call, through the daemon': mcp(...big),
    },
    [
      { subject: 'mcp call, direct', against: 'raw call', atMost: 3 },
      { subject: 'mcp call, through the daemon', against: 'raw call', atMost: 3 },
    ],
  );
} finally {
  holder.stdin.end();
  await stop();
  if (hasPeers) await run(node, [mcporter, '--config', join(folder, 'mcporter.json'), 'daemon', 'stop'], { env });
  rmSync(folder, { recursive: true, force: true });
}
console.log(missed === 0 ? 'all targets met' : `${missed} ${missed === 1 ? 'target' : 'targets'} missed`);
