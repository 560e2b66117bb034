import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it as sequential } from 'vitest';
import { DaemonFixture, isAlive, type Ran, until } from './daemon-fixture.js';

const fixtures: DaemonFixture[] = [];
function open(): DaemonFixture {
  const mcp = new DaemonFixture();
  fixtures.push(mcp);
  return mcp;
}
afterAll(() => Promise.all(fixtures.map(mcp => mcp.close())));

// Most of the time of these is spent waiting: side by side they take as long as the longest.
const it = sequential.concurrent;

const noneLeft = (mcp: DaemonFixture) => until('every process to end', () => !mcp.pids().some(isAlive));

describe('a call that is given up', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s is cancelled at the server; others go on', async (signal, code) => {
    const mcp = open();
    const other = mcp.start(['call', 'warm/look', 'ms=1500']);
    const call = mcp.start(['call', 'warm/write', 'ms=60000', '--json']);
    await mcp.line('call look');
    await mcp.line('call write');
    call.child.kill(signal);
    const { code: exit, stdout } = await call.ended;
    expect(exit).toBe(code);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'error', error: { kind: 'cancelled' } });
    await mcp.line('cancelled');
    expect((await other.ended).stdout).toBe('done\n');
  });

  it('by a client that was killed is cancelled at the server too', async () => {
    const mcp = open();
    const call = mcp.start(['call', 'warm/write', 'ms=60000']);
    await mcp.line('call write');
    call.child.kill('SIGKILL');
    await mcp.line('cancelled');
    expect(await mcp.text('call', 'warm/pid')).toMatch(/^\d+$/);
  });
});

describe('a signal that arrives before the command runs is reported like any other', () => {
  const expectTold = ({ code, stdout }: Ran) =>
    expect([code, JSON.parse(stdout)]).toMatchObject([143, { status: 'error', error: { kind: 'cancelled' } }]);

  it('while a daemon is waited for', async () => {
    const mcp = open();
    await mcp.text('call', 'warm/pid');
    const { socket } = await mcp.json<{ socket: string }>('daemon', 'status');
    await mcp.close();
    const mute = createServer().listen(socket);
    const waited = new Promise(resolve => mute.once('connection', resolve));
    try {
      chmodSync(socket, 0o600);
      const call = mcp.start(['call', 'warm/pid', '--json']);
      await waited;
      call.child.kill('SIGTERM');
      expectTold(await call.ended);
    } finally {
      mute.close();
    }
  });

  it('while a command is loaded', async () => {
    const mcp = open();
    const preload = join(mcp.folder, 'preload.cjs');
    writeFileSync(
      preload,
      `const fs = require('node:fs'), read = fs.readFileSync;
      fs.readFileSync = (path, ...more) => {
        if (String(path).endsWith('commands.cjs')) process.kill(process.pid, 'SIGTERM');
        return read(path, ...more);
      };`,
    );
    const env = { NODE_OPTIONS: `--require ${preload}` };
    expectTold(await mcp.run(['call', 'warm/pid', '--no-daemon', '--json'], { env }));
  });
});

describe('a daemon that is killed in the middle of a call', () => {
  it('still gives the answer of a call that only reads', async () => {
    const mcp = open();
    const call = mcp.start(['call', 'warm/look', 'ms=800']);
    await mcp.line('call look');
    process.kill(await mcp.daemonPid(), 'SIGKILL');
    expect(await call.ended).toMatchObject({ code: 0, stdout: 'done\n' });
  });

  it('leaves the outcome of a call that writes unknown, and says so; the next command works', async () => {
    const mcp = open();
    const call = mcp.start(['call', 'warm/write', 'ms=60000', '--json']);
    await mcp.line('call write');
    process.kill(await mcp.daemonPid(), 'SIGKILL');
    const { code, stdout } = await call.ended;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { kind: 'unreachable', message: expect.stringContaining('outcome is unknown') },
    });
    expect(mcp.lines().filter(({ text }) => text === 'call write')).toHaveLength(1);
    expect(await mcp.text('call', 'warm/pid')).toMatch(/^\d+$/);
  });
});

it('a server that dies in a call tells how, and the next command meets a new one', async () => {
  const mcp = open();
  const before = await mcp.text('call', 'warm/pid');
  const { code, stdout } = await mcp.run(['call', 'warm/die', '--json']);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'server_exited' } });
  expect(await mcp.text('call', 'warm/pid')).not.toBe(before);
});

it('servers end after their idle time, the daemon after its last server; a long call is not interrupted', async () => {
  const mcp = open();
  mcp.configure({ warm: { ...mcp.server(), idleTimeout: 300 } });
  const call = mcp.start(['call', 'warm/look', 'ms=1200'], { MCP_DAEMON_LINGER: '300' });
  await mcp.line('call look');
  const daemon = await mcp.daemonPid();
  expect((await call.ended).stdout).toBe('done\n');
  await mcp.line('input ended');
  await noneLeft(mcp);
  await until('the daemon to end', () => !isAlive(daemon));
});

describe('nothing is left', () => {
  /** A server that ignores every word and has a child, started by a shell that is left behind for it. */
  const stubborn = (mcp: DaemonFixture) => {
    const { command, args } = mcp.server('stubborn', 'forks');
    mcp.configure({
      warm: { command: 'sh', args: ['-c', 'exec 3<&0; "$@" <&3 3<&- & exec 3<&-; wait', 'wrapper', command, ...args] },
    });
  };

  it('after a stop, of a server that ignores requests to end, nor of what it started', async () => {
    const mcp = open();
    stubborn(mcp);
    await mcp.text('call', 'warm/pid');
    const daemon = await mcp.daemonPid();
    expect(await mcp.json('daemon', 'stop')).toEqual({ stopped: true, pid: daemon, servers_closed: 1 });
    expect(mcp.pids()).toHaveLength(2);
    await noneLeft(mcp);
    await until('the daemon to end', () => !isAlive(daemon));
    expect(await mcp.run(['daemon', 'stop', '--json'])).toMatchObject({ code: 0 });
    expect(await mcp.json('daemon', 'stop')).toEqual({ stopped: false, servers_closed: 0 });
    expect(await mcp.json('daemon', 'status')).toEqual({ running: false, servers: [] });
  });

  it('after a direct run', async () => {
    const mcp = open();
    stubborn(mcp);
    await mcp.text('call', 'warm/pid', '--no-daemon');
    await noneLeft(mcp);
  });

  it('after the daemon is killed', async () => {
    const mcp = open();
    stubborn(mcp);
    await mcp.text('call', 'warm/pid');
    process.kill(await mcp.daemonPid(), 'SIGKILL');
    await noneLeft(mcp);
  });

  it('after a direct command is killed two seconds into its call', async () => {
    const mcp = open();
    stubborn(mcp);
    const call = mcp.start(['call', 'warm/write', 'ms=60000', '--no-daemon']);
    await mcp.line('call write');
    await sleep(2_000);
    call.child.kill('SIGKILL');
    await noneLeft(mcp);
  });
});

it('a direct command prints and leaves; the server sees its input end first, and what it writes then is complete', async () => {
  const mcp = open();
  const file = join(mcp.folder, 'flushed');
  mcp.configure({ warm: mcp.server(`flush=${file}`) });
  await mcp.text('call', 'warm/pid', '--no-daemon');
  expect(await until('the file', () => tryRead(file))).toBe('complete');
  await noneLeft(mcp);
  expect(mcp.lines().map(({ text }) => text)).toEqual(['start', 'call pid', 'input ended']);
});

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined;
  } catch {
    return undefined;
  }
}
