import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { everything, hasPeers } from '../cli/mcp.js';
import { upstream } from '../gateway/serving.js';
import { bin, DaemonFixture, isAlive, until } from './daemon-fixture.js';

const mcp = new DaemonFixture();
afterAll(() => mcp.close());

const pid = (...more: string[]) => mcp.text('call', 'warm/pid', ...more);

it('meets the same server process in every command, the one that started the daemon included', async () => {
  const first = await pid();
  expect(await pid()).toBe(first);
  expect(JSON.parse(await pid('--json'))).toMatchObject({ result: { content: [{ text: first }] } });
  const alone = [await pid('--no-daemon'), await pid('--no-daemon')];
  expect(new Set([first, ...alone])).toHaveLength(3);
});

it.skipIf(!hasPeers)('keeps the state of a server from the command that started the daemon to the next', async () => {
  const own = new DaemonFixture({ everything });
  const toggle = (...more: string[]) => own.text('call', 'everything/toggle-simulated-logging', ...more);
  try {
    const warm = [await toggle(), await toggle()];
    const alone = await Promise.all([toggle('--no-daemon'), toggle('--no-daemon')]);
    expect([...warm, ...alone].map(text => text.split(' ')[0])).toEqual(['Started', 'Stopped', 'Started', 'Started']);
  } finally {
    await own.close();
  }
});

it('tells what a server wrote to stderr during a call that failed, however many commands it has served, and all of it by `mcp logs`', async () => {
  const own = new DaemonFixture({ upstream });
  try {
    for (const line of ['one', 'two', 'three']) {
      const { stderr } = await own.run(['call', 'upstream/logs', `line=the line ${line}`]);
      expect(stderr.match(/\| the line \w+/g)).toEqual([`| the line ${line}`]);
    }
    expect(await own.text('logs', 'upstream')).toBe('the line one\nthe line two\nthe line three');
  } finally {
    await own.close();
  }
});

it('gives the same bytes as a direct run', async () => {
  const [warm, direct] = [await mcp.text('list', '--json'), await mcp.text('list', '--json', '--no-daemon')];
  expect(warm).toBe(direct);
});

it('starts a new process when the entry or a variable in it changed, and the old one ends', async () => {
  const file = join(mcp.folder, 'changing.json');
  const server = (env: object) => ({ warm: { ...mcp.server(), env } });
  mcp.configure(server({ WHO: 'one' }), file);
  const call = (env = {}) => mcp.run(['call', 'warm/pid', '--config', file], { env });
  const one = (await call()).stdout.trim();
  expect((await call()).stdout.trim()).toBe(one);
  mcp.configure(server({ WHO: 'two' }), file);
  const two = (await call()).stdout.trim();
  expect(two).not.toBe(one);
  await until('the old one to end', () => !isAlive(Number(one)));
  mcp.configure(server({ WHO: `\${WHO}` }), file);
  const three = (await call({ WHO: 'a' })).stdout.trim();
  expect((await call({ WHO: 'a' })).stdout.trim()).toBe(three);
  expect((await call({ WHO: 'b' })).stdout.trim()).not.toBe(three);
  await until('both old ones to end', () => !isAlive(Number(two)) && !isAlive(Number(three)));
});

it('lets two projects share a server exactly when their definitions are equal', async () => {
  const call = (file: string) => mcp.text('call', 'warm/pid', '--config', file);
  const files = ['left.json', 'right.json', 'other.json'].map(name => join(mcp.folder, name));
  mcp.configure({ warm: mcp.server('shared') }, files[0]);
  mcp.configure({ warm: mcp.server('shared') }, files[1]);
  mcp.configure({ warm: mcp.server('apart') }, files[2]);
  const [left, right, other] = [await call(files[0]!), await call(files[1]!), await call(files[2]!)];
  expect(right).toBe(left);
  expect(other).not.toBe(left);
  expect(await call(files[0]!)).toBe(left);
});

it('is asked at every call whether a tool may be seen', async () => {
  await pid();
  mcp.configure({ warm: { ...mcp.server(), disabledTools: ['pid'] } });
  const { code, stdout } = await mcp.run(['call', 'warm/pid', '--json']);
  mcp.configure({ warm: mcp.server() });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'forbidden' } });
});

it('carries a long call, 20 MB of result and 1 MB of arguments', async () => {
  const text = 'y'.repeat(1_048_576);
  const [long, big, size] = await Promise.all([
    mcp.text('call', 'warm/look', 'ms=7000'),
    mcp.run(['call', 'warm/big', 'bytes=20000000']),
    mcp.run(['call', 'warm/size', '-'], { stdin: JSON.stringify({ of: text }) }),
  ]);
  expect(long).toBe('done');
  expect(big.stdout).toHaveLength(20_000_001);
  expect(size.stdout.trim()).toBe(String(text.length));
});

it('takes arguments that are piped in without being asked for', async () => {
  expect((await mcp.run(['call', 'warm/size'], { stdin: '{"of": "four"}' })).stdout.trim()).toBe('4');
});

it('reads and writes the open files of the command that names them, not its own', async () => {
  const warm = await pid();
  const line = '"$NODE" "$MCP" call warm/size of=@<(printf four) -o /dev/stdout | cat';
  const env = { ...mcp.environment, NODE: process.execPath, MCP: bin };
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { env, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['4\n', '']);
  expect(await pid()).toBe(warm);
});

it('tells how it is, and what it keeps', async () => {
  await pid();
  const status = await mcp.json<Record<string, unknown>>('daemon', 'status');
  expect(status).toMatchObject({ running: true, version: '0.1.0', clients: 1 });
  expect(status.servers).toContainEqual(
    expect.objectContaining({
      name: 'warm',
      transport: 'stdio',
      state: 'ready',
      in_flight: 0,
      pid: expect.any(Number),
      age_ms: expect.any(Number),
      idle_ms: expect.any(Number),
      idle_timeout_ms: 300_000,
      calls: expect.any(Number),
    }),
  );
  expect(await mcp.text('daemon', 'status')).toMatch(/^daemon 0\.1\.0, pid \d+, up .*\n {2}warm {2}stdio {2}ready/);
});

it('listens at a path that only this user can use', async () => {
  await pid();
  const folder = join(mcp.runtime, 'mcp');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  return mcp.json<{ socket: string }>('daemon', 'status').then(({ socket }) => {
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(statSync(join(mcp.state, 'mcp', 'daemon.token')).mode & 0o777).toBe(0o600);
    expect(statSync(join(mcp.state, 'mcp', 'daemon.log')).mode & 0o777).toBe(0o600);
  });
});

it('creates nothing in the working directory', async () => {
  const folder = join(mcp.folder, 'work');
  mkdirSync(folder);
  writeFileSync(join(folder, 'keep'), '');
  await mcp.text('call', 'warm/pid', '--cwd', folder).catch(() => {});
  expect(existsSync(join(folder, 'mcp'))).toBe(false);
});
