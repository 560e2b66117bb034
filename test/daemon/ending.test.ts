import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it as sequential } from 'vitest';
import { isAlive, Office, type Ran, until } from './office.js';

const offices: Office[] = [];
function open(): Office {
  const office = new Office();
  offices.push(office);
  return office;
}
afterAll(() => Promise.all(offices.map(office => office.close())));

// Most of the time of these is spent waiting: side by side they take as long as the longest.
const it = sequential.concurrent;

const noneLeft = (office: Office) => until('every process to end', () => !office.pids().some(isAlive), 10_000);

describe('a call that is given up', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s is cancelled at the server; others go on', async (signal, code) => {
    const office = open();
    const other = office.start(['call', 'warm/look', 'ms=1500']);
    const call = office.start(['call', 'warm/write', 'ms=60000', '--json']);
    await office.line('call look');
    await office.line('call write');
    call.child.kill(signal);
    const { code: exit, stdout } = await call.ended;
    expect(exit).toBe(code);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'error', error: { kind: 'cancelled' } });
    await office.line('cancelled');
    expect((await other.ended).stdout).toBe('done\n');
  });

  it('by a client that was killed is cancelled at the server too', async () => {
    const office = open();
    const call = office.start(['call', 'warm/write', 'ms=60000']);
    await office.line('call write');
    call.child.kill('SIGKILL');
    await office.line('cancelled');
    expect(await office.text('call', 'warm/pid')).toMatch(/^\d+$/);
  });
});

describe('a signal that comes before anything has begun is told as any other', () => {
  const expectTold = ({ code, stdout }: Ran) =>
    expect([code, JSON.parse(stdout)]).toMatchObject([143, { status: 'error', error: { kind: 'cancelled' } }]);

  it('while a daemon is waited for', async () => {
    const office = open();
    await office.text('call', 'warm/pid');
    const { socket } = await office.json<{ socket: string }>('daemon', 'status');
    await office.close();
    const mute = createServer().listen(socket);
    const waited = new Promise(resolve => mute.once('connection', resolve));
    try {
      chmodSync(socket, 0o600);
      const call = office.start(['call', 'warm/pid', '--json']);
      await waited;
      call.child.kill('SIGTERM');
      expectTold(await call.ended);
    } finally {
      mute.close();
    }
  });

  it('while a command is loaded', async () => {
    const office = open();
    const preload = join(office.folder, 'preload.cjs');
    writeFileSync(
      preload,
      `const fs = require('node:fs'), read = fs.readFileSync;
      fs.readFileSync = (path, ...more) => {
        if (String(path).endsWith('commands.cjs')) process.kill(process.pid, 'SIGTERM');
        return read(path, ...more);
      };`,
    );
    const env = { NODE_OPTIONS: `--require ${preload}` };
    expectTold(await office.run(['call', 'warm/pid', '--no-daemon', '--json'], { env }));
  });
});

describe('a daemon that is killed in the middle of a call', () => {
  it('still gives the answer of a call that only reads', async () => {
    const office = open();
    const call = office.start(['call', 'warm/look', 'ms=800']);
    await office.line('call look');
    process.kill(await office.daemonPid(), 'SIGKILL');
    expect(await call.ended).toMatchObject({ code: 0, stdout: 'done\n' });
  });

  it('leaves the outcome of a call that writes unknown, and says so; the next command works', async () => {
    const office = open();
    const call = office.start(['call', 'warm/write', 'ms=60000', '--json']);
    await office.line('call write');
    process.kill(await office.daemonPid(), 'SIGKILL');
    const { code, stdout } = await call.ended;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { kind: 'unreachable', message: expect.stringContaining('outcome is unknown') },
    });
    expect(office.lines().filter(({ text }) => text === 'call write')).toHaveLength(1);
    expect(await office.text('call', 'warm/pid')).toMatch(/^\d+$/);
  });
});

it('a server that dies in a call tells how, and the next command meets a new one', async () => {
  const office = open();
  const before = await office.text('call', 'warm/pid');
  const { code, stdout } = await office.run(['call', 'warm/die', '--json']);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'server_exited' } });
  expect(await office.text('call', 'warm/pid')).not.toBe(before);
});

it('servers end when nobody used them for their time, the daemon after its last; a long call is not cut', async () => {
  const office = open();
  office.configure({ warm: { ...office.server(), idleTimeout: 300 } });
  const call = office.start(['call', 'warm/look', 'ms=1200'], { MCP_DAEMON_LINGER: '300' });
  await office.line('call look');
  const daemon = await office.daemonPid();
  expect((await call.ended).stdout).toBe('done\n');
  await office.line('input ended');
  await noneLeft(office);
  await until('the daemon to end', () => !isAlive(daemon));
});

describe('nothing is left', () => {
  /** A server that ignores every word and has a child, started by a shell that is left behind for it. */
  const stubborn = (office: Office) => {
    const { command, args } = office.server('stubborn', 'forks');
    office.configure({
      warm: { command: 'sh', args: ['-c', 'exec 3<&0; "$@" <&3 3<&- & exec 3<&-; wait', 'wrapper', command, ...args] },
    });
  };

  it('after a stop, of a server that ignores requests to end, nor of what it started', async () => {
    const office = open();
    stubborn(office);
    await office.text('call', 'warm/pid');
    const daemon = await office.daemonPid();
    expect(await office.json('daemon', 'stop')).toEqual({ stopped: true, pid: daemon, servers_closed: 1 });
    expect(office.pids()).toHaveLength(2);
    await noneLeft(office);
    await until('the daemon to end', () => !isAlive(daemon));
    expect(await office.run(['daemon', 'stop', '--json'])).toMatchObject({ code: 0 });
    expect(await office.json('daemon', 'stop')).toEqual({ stopped: false, servers_closed: 0 });
    expect(await office.json('daemon', 'status')).toEqual({ running: false, servers: [] });
  });

  it('after a direct run', async () => {
    const office = open();
    stubborn(office);
    await office.text('call', 'warm/pid', '--no-daemon');
    await noneLeft(office);
  });

  it('after the daemon is killed', async () => {
    const office = open();
    stubborn(office);
    await office.text('call', 'warm/pid');
    process.kill(await office.daemonPid(), 'SIGKILL');
    await noneLeft(office);
  });

  it('after a direct command is killed two seconds into its call', async () => {
    const office = open();
    stubborn(office);
    const call = office.start(['call', 'warm/write', 'ms=60000', '--no-daemon']);
    await office.line('call write');
    await sleep(2_000);
    call.child.kill('SIGKILL');
    await noneLeft(office);
  });
});

it('a direct command prints and leaves; the server sees its input end first, and what it writes then is complete', async () => {
  const office = open();
  const file = join(office.folder, 'flushed');
  office.configure({ warm: office.server(`flush=${file}`) });
  await office.text('call', 'warm/pid', '--no-daemon');
  expect(() => readFileSync(file)).toThrow();
  expect(await until('the file', () => tryRead(file))).toBe('complete');
  await noneLeft(office);
  expect(office.lines().map(({ text }) => text)).toEqual(['start', 'call pid', 'input ended']);
});

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined;
  } catch {
    return undefined;
  }
}
