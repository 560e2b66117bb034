import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPrivateFolder, removePrivateFolder } from '../state/private-folder.js';
import { Launcher } from './launcher.js';
import type { ProcessRequest, ProcessResult } from './process-result.js';
import { ReopenablePipes } from './reopenable-pipes.js';
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
  for (const end = Date.now() + 20_000; !isSo(); await sleep(5)) if (Date.now() > end) throw new Error('it never was');
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

describe.skipIf(process.platform !== 'linux')('a child that is launched', () => {
  beforeAll(() => until(() => launcher.isReady()));

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
    ['a command by name', { command: 'printf', args: ['%s', 'x'] }],
    ['no such command', { command: '/nowhere/at/all' }],
    ['no such name', { command: 'surely-no-such-command' }],
    ['a file that cannot be executed', { command: '/etc/passwd' }],
    ['no such folder', { cwd: '/nowhere' }],
    ['a folder that is none', { cwd: '/etc/passwd' }],
    ['more than the system takes', { args: ['-c', 'true', 'x'.repeat(3_000_000)] }],
    ['too much output', { args: ['-c', 'yes'], maxStdoutBytes: 1_000 }],
    ['too much time', { args: ['-c', 'trap "echo asked; exit 3" TERM; while :; do sleep 0.01; done'], timeoutMs: 300 }],
  ] as [string, Partial<ProcessRequest>][])('ends as if it had been started here: %s', async (_, request) => {
    const comparable = ({ durationMs, pid, stdoutBytes, omitted, ...rest }: ProcessResult) => rest;
    const [here, launched] = [await run(request), await run({ ...request, launcher })];
    expect(comparable(launched)).toEqual(comparable(here));
  });

  it('leaves no input behind, and 100 at once get their own', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, (_, n) => sh('cat', { stdin: `${n}` })));
    expect(results.map(({ stdout }) => stdout)).toEqual(results.map((_, n) => `${n}`));
    expect(readdirSync(folder).filter(name => name.startsWith('in-'))).toEqual([]);
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
    const own = new Launcher();
    const before = new Set(launchersOf(process.pid));
    const startedNow = () => launchersOf(process.pid).filter(pid => !before.has(pid));
    for (const loss of [1, 2, 3]) {
      await until(() => own.isReady());
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
    expect(own.isReady()).toBe(false);
    expect(startedNow()).toEqual([]);
  });

  it('that stands still is not waited for by those who cancel', async () => {
    const own = new Launcher();
    const before = new Set(launchersOf(process.pid));
    await until(() => own.isReady());
    const [pid] = launchersOf(process.pid).filter(each => !before.has(each)) as [number];
    process.kill(pid, 'SIGSTOP');
    const cancelling = new AbortController();
    const running = sh('sleep 60', { launcher: own, signal: cancelling.signal });
    setTimeout(() => cancelling.abort(), 50);
    expect(await running).toMatchObject({ end: 'cancelled' });
    process.kill(pid, 'SIGKILL');
  });

  it('ends with the process it works for, and its children with it; nothing else keeps that process', async () => {
    const program = `
      const { Launcher, ReopenablePipes, runProcess } = await import(${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)});
      const launcher = new Launcher();
      const pipes = new ReopenablePipes(${JSON.stringify(folder)} + '/' + process.pid);
      const sh = (script, onStarted) => runProcess({ command: '/bin/sh', args: ['-c', script], env: {}, pipes, launcher, onStarted,
        timeoutMs: 60000, maxStdoutBytes: 100, maxStderrBytes: 100, overflow: 'stop' });
      while (!launcher.isReady()) await new Promise(resolve => setTimeout(resolve, 5));
      await sh('true');
      if (process.argv[1] === 'stay') void sh('trap "" TERM; sleep 60 & wait; sleep 60', pid => console.log(pid));
      pipes.close();
    `;
    const start = (...args: string[]) =>
      spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const [code] = await once(start(), 'exit');
    expect(code).toBe(0);

    const stays = start('stay');
    const [line] = (await once(stays.stdout, 'data')) as [Buffer];
    const [launching] = launchersOf(stays.pid!) as [number];
    expect(isAlive(Number(line))).toBe(true);
    stays.kill('SIGKILL');
    await until(() => !isAlive(launching) && !isAlive(Number(line)));
  });
});
