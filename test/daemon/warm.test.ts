import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { everything, hasPeers } from '../cli/mcp.js';
import { bin, isAlive, Office, until } from './office.js';

const office = new Office();
afterAll(() => office.close());

const pid = (...more: string[]) => office.text('call', 'warm/pid', ...more);

it('meets the same server process in every command, the one that started the daemon included', async () => {
  const first = await pid();
  expect(await pid()).toBe(first);
  expect(JSON.parse(await pid('--json'))).toMatchObject({ result: { content: [{ text: first }] } });
  const alone = [await pid('--no-daemon'), await pid('--no-daemon')];
  expect(new Set([first, ...alone])).toHaveLength(3);
});

it.skipIf(!hasPeers)('keeps the state of a server from the command that started the daemon to the next', async () => {
  const own = new Office({ everything });
  const toggle = (...more: string[]) => own.text('call', 'everything/toggle-simulated-logging', ...more);
  try {
    const warm = [await toggle(), await toggle()];
    const alone = await Promise.all([toggle('--no-daemon'), toggle('--no-daemon')]);
    expect([...warm, ...alone].map(text => text.split(' ')[0])).toEqual(['Started', 'Stopped', 'Started', 'Started']);
  } finally {
    await own.close();
  }
});

it('gives the same bytes as a direct run', async () => {
  const [warm, direct] = [await office.text('list', '--json'), await office.text('list', '--json', '--no-daemon')];
  expect(warm).toBe(direct);
});

it('starts a new process when the entry or a variable in it changed, and the old one ends', async () => {
  const file = join(office.folder, 'changing.json');
  const server = (env: object) => ({ warm: { ...office.server(), env } });
  office.configure(server({ WHO: 'one' }), file);
  const call = (env = {}) => office.run(['call', 'warm/pid', '--config', file], { env });
  const one = (await call()).stdout.trim();
  expect((await call()).stdout.trim()).toBe(one);
  office.configure(server({ WHO: 'two' }), file);
  const two = (await call()).stdout.trim();
  expect(two).not.toBe(one);
  await until('the old one to end', () => !isAlive(Number(one)));
  office.configure(server({ WHO: `\${WHO}` }), file);
  const three = (await call({ WHO: 'a' })).stdout.trim();
  expect((await call({ WHO: 'a' })).stdout.trim()).toBe(three);
  expect((await call({ WHO: 'b' })).stdout.trim()).not.toBe(three);
  await until('both old ones to end', () => !isAlive(Number(two)) && !isAlive(Number(three)));
});

it('lets two projects share a server exactly when their definitions are equal', async () => {
  const call = (file: string) => office.text('call', 'warm/pid', '--config', file);
  const files = ['left.json', 'right.json', 'other.json'].map(name => join(office.folder, name));
  office.configure({ warm: office.server('shared') }, files[0]);
  office.configure({ warm: office.server('shared') }, files[1]);
  office.configure({ warm: office.server('apart') }, files[2]);
  const [left, right, other] = [await call(files[0]!), await call(files[1]!), await call(files[2]!)];
  expect(right).toBe(left);
  expect(other).not.toBe(left);
  expect(await call(files[0]!)).toBe(left);
});

it('is asked at every call whether a tool may be seen', async () => {
  await pid();
  office.configure({ warm: { ...office.server(), disabledTools: ['pid'] } });
  const { code, stdout } = await office.run(['call', 'warm/pid', '--json']);
  office.configure({ warm: office.server() });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'forbidden' } });
});

it('carries a long call, 20 MB of result and 1 MB of arguments', async () => {
  const text = 'y'.repeat(1_048_576);
  const [long, big, size] = await Promise.all([
    office.text('call', 'warm/look', 'ms=7000'),
    office.run(['call', 'warm/big', 'bytes=20000000']),
    office.run(['call', 'warm/size', '-'], { stdin: JSON.stringify({ of: text }) }),
  ]);
  expect(long).toBe('done');
  expect(big.stdout).toHaveLength(20_000_001);
  expect(size.stdout.trim()).toBe(String(text.length));
});

it('takes arguments that are piped in without being asked for', async () => {
  expect((await office.run(['call', 'warm/size'], { stdin: '{"of": "four"}' })).stdout.trim()).toBe('4');
});

it('reads and writes the open files of the command that names them, not its own', async () => {
  const warm = await pid();
  const line = '"$NODE" "$MCP" call warm/size of=@<(printf four) -o /dev/stdout | cat';
  const env = { ...office.environment, NODE: process.execPath, MCP: bin };
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { env, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['4\n', '']);
  expect(await pid()).toBe(warm);
});

it('tells how it is, and what it keeps', async () => {
  await pid();
  const status = await office.json<Record<string, unknown>>('daemon', 'status');
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
  expect(await office.text('daemon', 'status')).toMatch(/^daemon 0\.1\.0, pid \d+, up .*\n {2}warm {2}stdio {2}ready/);
});

it('listens where nobody else can', async () => {
  await pid();
  const folder = join(office.runtime, 'mcp');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  return office.json<{ socket: string }>('daemon', 'status').then(({ socket }) => {
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(statSync(join(office.state, 'mcp', 'daemon.token')).mode & 0o777).toBe(0o600);
    expect(statSync(join(office.state, 'mcp', 'daemon.log')).mode & 0o777).toBe(0o600);
  });
});

it('creates nothing in the working directory', async () => {
  const folder = join(office.folder, 'work');
  mkdirSync(folder);
  writeFileSync(join(folder, 'keep'), '');
  await office.text('call', 'warm/pid', '--cwd', folder).catch(() => {});
  expect(existsSync(join(folder, 'mcp'))).toBe(false);
});
