import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectOf, put, shellTool } from '../folder/project.js';
import { DaemonFixture, isAlive, until } from './daemon-fixture.js';

/** A program that stays, and tells which process it is. */
const staying = `#!/usr/bin/env node
const say = line => process.stdout.write(JSON.stringify(line) + '\\n');
say({ ready: true });
require('node:readline').createInterface({ input: process.stdin }).on('line', text => {
  say({ id: JSON.parse(text).id, result: String(process.pid) });
});
`;
const counting = 'let count = 0;\nexport default () => String(++count);\n';

const tools = {
  'tools/count/tool.mjs': counting,
  'tools/count/tool.meta.json': { description: 'count', runtime: 'module' },
  'tools/pid/tool!': staying,
  'tools/pid/tool.meta.json': { description: 'pid', mode: 'persistent' },
  ...shellTool('variables', 'env | sort'),
  ...shellTool('slow', 'echo begun >> "$MCPBASH_PROJECT_ROOT/slow"; sleep 20'),
};

const fixtures: DaemonFixture[] = [];
afterAll(() => Promise.all(fixtures.map(mcp => mcp.close())));

function open(...roots: readonly string[]): DaemonFixture {
  const mcp = new DaemonFixture();
  fixtures.push(mcp);
  mcp.configure(Object.fromEntries(roots.map((path, index) => [`f${index}`, { use: 'folder', path }])));
  return mcp;
}

/** Variables that are the same from call to call. */
const lasting = (text: string) =>
  text.split('\n').filter(line => !line.includes('concord-run-') && !line.startsWith('CONCORD_REQUEST_ID='));

interface Status {
  readonly servers: readonly Record<string, unknown>[];
}

it('keeps a folder open between commands: modules and programs that stay are met again', async () => {
  const root = projectOf(tools);
  const mcp = open(root);
  expect([await mcp.text('call', 'f0/count'), await mcp.text('call', 'f0/count')]).toEqual(['1', '2']);
  const pid = await mcp.text('call', 'f0/pid');
  expect(await mcp.text('call', 'f0/pid')).toBe(pid);
  expect(await mcp.text('call', 'f0/count', '--no-daemon')).toBe('1');
  const { servers } = await mcp.json<Status>('daemon', 'status');
  expect(servers).toEqual([
    expect.objectContaining({ name: 'f0', transport: 'built-in', state: 'ready', calls: 4, in_flight: 0 }),
  ]);
  expect(servers[0]!.idle_timeout_ms).toBe(300_000);

  const stopped = await mcp.json<object>('daemon', 'stop');
  expect(stopped).toMatchObject({ stopped: true, servers_closed: 1 });
  await until('the program to end', () => !isAlive(Number(pid)));
  expect(await mcp.text('call', 'f0/count')).toBe('1');
});

it('keeps one for each folder and for each set of variables, and lets go of what an entry no longer leads to', async () => {
  const [one, other] = [projectOf(tools), projectOf(tools)];
  const mcp = open(one, other);
  const first = await mcp.text('call', 'f0/pid');
  expect(await mcp.text('call', 'f1/pid')).not.toBe(first);
  expect((await mcp.run(['call', 'f0/pid'], { env: { TERM_SESSION_ID: 'another', SHLVL: '7' } })).stdout.trim()).toBe(
    first,
  );
  const changed = await mcp.run(['call', 'f0/pid'], { env: { MCPBASH_DEFAULT_TOOL_TIMEOUT: '17' } });
  expect(changed.stdout.trim()).not.toBe(first);
  await until('the first to end', () => !isAlive(Number(first)));
  const limits = { allowedTools: ['pid'], idleTimeout: 400 };
  mcp.configure({ f1: { use: 'folder', path: other, ...limits } });
  const kept = await mcp.text('call', 'f1/pid');
  expect((await mcp.run(['call', 'f1/count', '--json'])).stdout).toContain('"forbidden"');
  await until('the idle one to end', () => !isAlive(Number(kept)));
  mcp.configure({ f1: { use: 'folder', path: other, daemon: false } });
  const alone = [await mcp.text('call', 'f1/count'), await mcp.text('call', 'f1/count')];
  expect(alone).toEqual(['1', '1']);
});

it('shows a folder as it is now, and gives its tools what they would get without a daemon', async () => {
  const root = projectOf(tools);
  const mcp = open(root);
  const variables = ['call', 'f0/variables'];
  const env = {
    LC_ALL: 'C',
    SSH_AUTH_SOCK: '/nowhere',
    MCPBASH_MINE: 'x',
    HTTPS_PROXY: 'http://127.0.0.1:1',
    OTHER: 'y',
  };
  const inherit = { ...env, MCPBASH_TOOL_ENV_MODE: 'inherit', MCPBASH_TOOL_ENV_INHERIT_ALLOW: 'true' };
  for (const each of [env, inherit]) {
    const warm = await mcp.run(variables, { env: each });
    const direct = await mcp.run([...variables, '--no-daemon'], { env: each });
    expect(warm.stdout).toContain('MCPBASH_MINE=x');
    expect(lasting(warm.stdout)).toEqual(lasting(direct.stdout));
  }
  put(root, shellTool('added', 'echo new'));
  expect(await mcp.text('call', 'f0/added')).toBe('new');
  put(root, shellTool('listed', 'echo new'));
  expect(await mcp.text('list', 'f0')).toContain('listed');
});

it('does not run a tool of ours twice when the daemon is killed while it runs', async () => {
  const root = projectOf(tools);
  const mcp = open(root);
  const call = mcp.start(['call', 'f0/slow', '--json']);
  await until('the tool to begin', () => existsSync(join(root, 'slow')));
  process.kill(await mcp.daemonPid(), 'SIGKILL');
  const { code, stdout } = await call.ended;
  expect([code, JSON.parse(stdout).error]).toMatchObject([
    3,
    { kind: 'unreachable', message: expect.stringContaining('outcome is unknown') },
  ]);
  expect(readFileSync(join(root, 'slow'), 'utf8')).toBe('begun\n');
});

it('closes the sources it keeps when a signal ends it', async () => {
  const mcp = open(projectOf(tools));
  const temporary = join(mcp.folder, 'tmp');
  put(mcp.folder, { 'tmp/x': '' });
  const env = { TMPDIR: temporary };
  const { stdout } = await mcp.run(['call', 'f0/pid'], { env });
  const daemon = await mcp.daemonPid();
  expect(readdirSync(temporary).length).toBeGreaterThan(1);
  process.kill(daemon, 'SIGTERM');
  await until('both to end', () => !isAlive(daemon) && !isAlive(Number(stdout)));
  await until('nothing to be left', () => readdirSync(temporary).length === 1);
});
