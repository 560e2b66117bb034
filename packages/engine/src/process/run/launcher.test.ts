import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPrivateFolder, removePrivateFolder } from '../../files/private-folder.js';
import { endAllGroups } from '../groups/process-groups.js';
import { LaunchedChild } from '../launcher/launched-child.js';
import { Launcher } from '../launcher/launcher.js';
import { ReopenablePipes } from '../pipes/reopenable-pipes.js';
import type { ProcessRequest, ProcessResult } from './process-result.js';
import { runProcess } from './run-process.js';

const folder = openPrivateFolder();
const pipes = new ReopenablePipes(folder);
const launcher = new Launcher();
afterAll(() => {
  pipes.close();
  removePrivateFolder(folder);
});

function run(more: Partial<ProcessRequest>): Promise<ProcessResult> {
  return runProcess({
    command: '/bin/sh',
    args: [],
    env: { PATH: '/usr/bin:/bin' },
    stdin: '',
    pipes,
    timeoutMs: 20_000,
    maxStdoutBytes: 1_000_000,
    maxStderrBytes: 1_000_000,
    overflow: 'stop',
    ...more,
  });
}

const sh = (script: string, more: Partial<ProcessRequest> = {}) => run({ args: ['-c', script], launcher, ...more });

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 90_000; !isSo(); await sleep(5)) if (Date.now() > end) throw new Error('it never was');
}

const stat = (pid: number | string): string[] | undefined => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};
const isAlive = (pid: number) => !['Z', 'X', undefined].includes(stat(pid)?.[0]);

/** The launchers that a process has started and that live. */
function launchersOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && stat(name)?.[1] === String(parent))
    .map(Number)
    .filter(pid => isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('launcher-program'));
}

/** A launcher that is ready, and its process. */
async function ownLauncher(): Promise<{ own: Launcher; pid: number }> {
  const before = new Set(launchersOf(process.pid));
  const own = new Launcher();
  await until(() => own.prepare());
  return { own, pid: launchersOf(process.pid).find(pid => !before.has(pid))! };
}

const inputs = () => readdirSync(folder).filter(name => name.startsWith('in-'));

/** When so many orders are on their way to a launcher that stands still. */
const given = (orders: number) => until(() => inputs().length === orders);

describe.skipIf(process.platform !== 'linux')('a child that is launched', () => {
  beforeAll(() => until(() => launcher.prepare()));

  it('is started by another process, in a session of its own', async () => {
    const { stdout, pid } = await sh('cut -d" " -f4,5,6 /proc/$$/stat');
    const [parent, group, session] = stdout.split(' ').map(Number);
    expect([group, session]).toEqual([pid, pid]);
    expect(launchersOf(process.pid)).toContain(parent);
  });

  it.each([
    ['a status', { args: ['-c', 'echo out; echo err >&2; exit 7'] }],
    ['a signal', { args: ['-c', 'kill -s USR1 $$'] }],
    ['just its environment', { command: '/usr/bin/env', env: { A: 'a b\n"c" $d', Ü: 'ö\u2028', EMPTY: '' } }],
    ['arguments as they are', { args: ['-c', 'printf "<%s>" "$@"', 'x', '', ' ', '*', 'a\nb', "'", '$HOME', '💥'] }],
    ['its folder', { cwd: '/usr', args: ['-c', 'pwd'] }],
    ['its input, twice', { stdin: 'ü\0x\n'.repeat(30_000), args: ['-c', 'cat /dev/stdin; cat; cat'] }],
    ['the folder of this process', { args: ['-c', 'pwd'] }],
    ['a folder from there', { cwd: 'packages', args: ['-c', 'pwd'] }],
    ['a command by name', { command: 'printf', args: ['%s', 'x'] }],
    ['no such command', { command: '/nowhere/at/all' }],
    ['no such name', { command: 'surely-no-such-command' }],
    ['a file that cannot be executed', { command: '/etc/passwd' }],
    ['no such folder', { cwd: '/nowhere' }],
    ['a folder that is none', { cwd: '/etc/passwd' }],
    ['more than the system takes', { args: ['-c', 'true', 'x'.repeat(3_000_000)] }],
    ['too much output', { args: ['-c', 'yes'], maxStdoutBytes: 1_000 }],
    [
      'too much time',
      {
        args: ['-c', 'exec 2>/dev/null; trap "echo asked; exit 3" TERM; while :; do sleep 0.01; done'],
        timeoutMs: 2_000,
      },
    ],
  ] as [string, Partial<ProcessRequest>][])('ends as if it had been started here: %s', async (_, request) => {
    const comparable = ({ durationMs, pid, stdoutBytes, omitted, ...rest }: ProcessResult) => rest;
    const [here, launched] = [await run(request), await run({ ...request, launcher })];
    expect(comparable(launched)).toEqual(comparable(here));
  });

  it('has streams that wait, whatever the launcher did to open them', async () => {
    const { stdout } = await sh(
      'sed -n "s/^flags:[[:space:]]*//p" /proc/$$/fdinfo/0 /proc/$$/fdinfo/1 /proc/$$/fdinfo/2',
    );
    const flags = stdout.trim().split('\n');
    expect(flags).toHaveLength(3);
    for (const each of flags) expect(Number.parseInt(each, 8) & constants.O_NONBLOCK).toBe(0);
  });

  it('is started here when there is so much to tell that the launcher would grow', async () => {
    const env = { A: 'x'.repeat(100_000), B: 'y'.repeat(100_000), C: 'z'.repeat(100_000) };
    expect((await sh('echo $PPID', { env })).stdout).toBe(`${process.pid}\n`);
  });

  it('leaves no input behind, and 100 at once get their own', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, (_, n) => sh('cat', { stdin: `${n}` })));
    expect(results.map(({ stdout }) => stdout)).toEqual(results.map((_, n) => `${n}`));
    expect(inputs()).toEqual([]);
  });

  it('is over when it has exited before it was heard of, though others hold its streams', async () => {
    const running = sh('sleep 3600 & exit 5', { lingerMs: 20 });
    // The order is given once the pipes are leased; its start and its exit are then heard of at once.
    setImmediate(() => setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)));
    const { end, exitCode } = await running;
    expect([end, exitCode]).toEqual(['exited', 5]);
  });

  it('is ended when its call was cancelled while it was being started', async () => {
    const cancelling = new AbortController();
    const running = sh('echo ran; sleep 30', { signal: cancelling.signal });
    // The order is given once the pipes are leased.
    setImmediate(() => cancelling.abort());
    const { end, pid } = await running;
    expect(end).toBe('cancelled');
    if (pid !== undefined) await until(() => !isAlive(pid));
  });

  it.each([
    ['are gone', () => {}],
    ['are others', (path: string) => symlinkSync('/dev/null', path)],
  ])('is started here when those of its streams that have a name %s', async (_, replace) => {
    const own = openPrivateFolder();
    const others = new ReopenablePipes(own);
    try {
      await others.prepare();
      // A tool meddled with what is not its own; the descriptors are open already.
      for (const name of readdirSync(own)) {
        rmSync(join(own, name));
        replace(join(own, name));
      }
      const { stdout } = await sh('cut -d" " -f4 /proc/$$/stat', { pipes: others });
      expect(Number(stdout)).toBe(process.pid);
    } finally {
      others.close();
      removePrivateFolder(own);
    }
  });
});

describe.skipIf(process.platform !== 'linux')('a launcher', () => {
  it('that is killed takes its children along, says so, and is replaced, but not for ever', async () => {
    const before = new Set(launchersOf(process.pid));
    const own = new Launcher();
    const startedNow = () => launchersOf(process.pid).filter(pid => !before.has(pid));
    for (const loss of [1, 2, 3]) {
      await until(() => own.prepare());
      const [pid] = startedNow() as [number];
      let child = 0;
      const running = sh('sleep 60 & wait', { launcher: own, onStarted: id => (child = id) });
      await until(() => child > 0);
      process.kill(pid, 'SIGKILL');
      expect(await running, `loss ${loss}`).toMatchObject({ end: 'signalled', signal: 'SIGKILL' });
      await until(() => !isAlive(child));
      // Nobody is held up by it.
      expect((await sh('echo next', { launcher: own })).stdout).toBe('next\n');
    }
    await sh('true', { launcher: own });
    expect(own.prepare()).toBe(false);
    expect(startedNow()).toEqual([]);
  });

  it('that is killed before it came to an order has not started anything: it is started here', async () => {
    const { own, pid } = await ownLauncher();
    process.kill(pid, 'SIGSTOP');
    const running = [1, 2, 3].map(n => sh('cat; cut -d" " -f4 /proc/$$/stat', { launcher: own, stdin: `${n} ` }));
    await given(3);
    process.kill(pid, 'SIGKILL');
    const printed = (await Promise.all(running)).map(({ stdout }) => stdout);
    expect(printed).toEqual([1, 2, 3].map(n => `${n} ${process.pid}\n`));
  });

  it('that is killed before it could name a child takes that along too', async () => {
    const { own, pid } = await ownLauncher();
    process.kill(pid, 'SIGSTOP');
    const leased = await pipes.lease('');
    const launching = own.launch({ command: '/bin/true', args: [], env: {}, stdio: leased.paths });
    // As it would have been started.
    const child = spawn('/bin/sleep', ['60'], { stdio: leased.descriptors(), detached: true });
    leased.handedOver();
    leased.giveBack();
    process.kill(pid, 'SIGKILL');
    expect(await launching).toBe('lost');
    await until(() => !isAlive(child.pid!));
  });

  it('that is killed by a child at once leaves no doubt that it may have run', async () => {
    const { own, pid } = await ownLauncher();
    process.kill(pid, 'SIGSTOP');
    const running = sh('true', { launcher: own });
    await given(1);
    // As the launcher does before it starts anything.
    for (const name of inputs()) rmSync(join(folder, name));
    process.kill(pid, 'SIGKILL');
    expect(await running).toMatchObject({ end: 'signalled', exitCode: null, signal: 'SIGKILL' });
  });

  it('is left alone by signals that a child sends to its parent, and goes on when one has stopped it', async () => {
    const { own, pid } = await ownLauncher();
    const script = 'for each in TERM HUP INT STOP; do kill -s $each $PPID; done; echo $PPID';
    const meanwhile = sh('sleep 0.1; echo $PPID', { launcher: own });
    const results = [await sh(script, { launcher: own }), await meanwhile, await sh('echo $PPID', { launcher: own })];
    expect(results.map(({ stdout }) => Number(stdout))).toEqual([pid, pid, pid]);
  });

  it('that stands still is not waited for by those who cancel', async () => {
    const { own, pid } = await ownLauncher();
    const [leasing, starting] = [new AbortController(), new AbortController()];
    process.kill(pid, 'SIGSTOP');
    const running = [leasing, starting].map(({ signal }) => sh('sleep 60', { launcher: own, signal, graceMs: 50 }));
    leasing.abort();
    await given(1);
    starting.abort();
    for (const { end, pid } of await Promise.all(running)) expect([end, pid]).toEqual(['cancelled', undefined]);
    process.kill(pid, 'SIGKILL');
    expect(inputs()).toEqual([]);
  });

  it('tells the exit of a child that nobody waits for any more', async () => {
    const { own } = await ownLauncher();
    const leased = await pipes.lease('');
    const child = await own.launch({ command: '/bin/sleep', args: ['60'], env: {}, stdio: leased.paths });
    leased.handedOver();
    leased.giveBack();
    if (!(child instanceof LaunchedChild)) throw new Error(`it was not started: ${child}`);
    const exit = new Promise(resolve => child.onExit((code, signal) => resolve([code, signal])));
    child.letGo();
    process.kill(child.pid, 'SIGTERM');
    expect(await exit).toEqual([null, 'SIGTERM']);
  });

  it('is waited for when all groups are to be ended', async () => {
    const { own, pid } = await ownLauncher();
    process.kill(pid, 'SIGSTOP');
    const running = sh('sleep 60', { launcher: own });
    await given(1);
    const ending = endAllGroups(200);
    process.kill(pid, 'SIGCONT');
    await ending;
    expect(await running).toMatchObject({ end: 'signalled', signal: 'SIGKILL' });
  });

  it('that cannot be started is done without', async () => {
    const own = new Launcher();
    const { execPath } = process;
    process.execPath = '/etc/passwd/node';
    try {
      expect([1, 2, 3, 4].map(() => own.prepare())).toEqual([false, false, false, false]);
    } finally {
      process.execPath = execPath;
    }
  });

  const program = `
    const { Launcher, ReopenablePipes, runProcess } = await import(${JSON.stringify(new URL('../../../dist/index.js', import.meta.url).href)});
    const launcher = new Launcher();
    const pipes = new ReopenablePipes(${JSON.stringify(folder)} + '/' + process.pid);
    const sh = (script, onStarted) => runProcess({ command: '/bin/sh', args: ['-c', script], env: {}, pipes, launcher, onStarted,
      timeoutMs: 60000, maxStdoutBytes: 100, maxStderrBytes: 100, overflow: 'stop' });
    while (!launcher.prepare()) await new Promise(resolve => setTimeout(resolve, 5));
    await sh('true');
    const stay = () => void sh('trap "" TERM; sleep 60 & wait; sleep 60', pid => console.log(pid));
    if (process.argv[1] === 'stay') stay();
    if (process.argv[1] === 'order') {
      process.stdin.once('data', () => { stay(); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50); });
      console.log(process.pid);
    }
    pipes.close();
  `;
  const start = (...args: string[]) =>
    spawn(process.execPath, ['--input-type=module', '-e', program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });

  /** Starts it, and gives its launcher and its child once there are some. */
  async function started(kind: string) {
    const server = start(kind);
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    return { server, child: Number(line), pid: launchersOf(server.pid!)[0]! };
  }

  it('keeps the process it works for no longer than needed', async () => {
    const [code] = await once(start(), 'exit');
    expect(code).toBe(0);
  });

  it('ends with a process that was killed and takes its children along: at work, stopped, or with an order on its way', async () => {
    const all = await Promise.all([started('stay'), started('stay'), started('order')]);
    const [, stopped, ordered] = all;
    for (const { pid } of [stopped, ordered]) process.kill(pid, 'SIGSTOP');
    ordered.server.stdin.write('go');
    await once(ordered.server, 'exit');
    process.kill(ordered.pid, 'SIGCONT');
    for (const { server } of all) server.kill('SIGKILL');
    for (const { pid, child } of all) await until(() => !isAlive(pid) && !isAlive(child));
  });
});
