import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processGroups } from '../groups/process-groups.js';
import type { ProcessRequest } from './process-result.js';
import { runProcess } from './run-process.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'concord-process-'));
});
afterAll(() => {
  expect(processGroups.size).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

const env = { PATH: process.env.PATH ?? '/usr/bin:/bin' };
const limits = {
  env,
  timeoutMs: 120_000,
  maxStdoutBytes: 1_000_000,
  maxStderrBytes: 1_000_000,
  overflow: 'stop' as const,
};

function sh(script: string, more: Partial<ProcessRequest> = {}) {
  return runProcess({ command: '/bin/sh', args: ['-c', script], ...limits, ...more });
}

function node(script: string, more: Partial<ProcessRequest> = {}) {
  return runProcess({ command: process.execPath, args: ['-e', script], ...limits, ...more });
}

/** Whether a process is there and not a zombie. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until a process has ended; the limit of the test is the only one. */
async function ends(pid: number): Promise<true> {
  while (isAlive(pid)) await sleep(10);
  return true;
}

/** Cancels a process as soon as it has printed something. */
function cancelledWhenReady(): Pick<ProcessRequest, 'signal' | 'onStdout'> {
  const abort = new AbortController();
  return { signal: abort.signal, onStdout: () => abort.abort() };
}

describe('a process that ends by itself', () => {
  it('gives its exit code and both outputs', async () => {
    const result = await sh('echo out; echo err >&2; exit 3');
    expect(result).toEqual({
      end: 'exited',
      exitCode: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
      stdoutBytes: 4,
      stderrBytes: 4,
      omitted: { stdout: 0, stderr: 0 },
      omittedAt: { stdout: null, stderr: null },
      durationMs: expect.any(Number),
      pid: expect.any(Number),
    });
  });

  it('by a signal is reported as such', async () => {
    expect(await sh('kill -SEGV $$')).toMatchObject({ end: 'signalled', exitCode: null, signal: 'SIGSEGV' });
    expect(await sh('kill -9 $$')).toMatchObject({ end: 'signalled', exitCode: null, signal: 'SIGKILL' });
  });

  it('gets its arguments as they are, no shell between', async () => {
    const args = [
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1)))',
      '--',
      '$HOME',
      '`id`',
      '',
      'a b',
      '*',
      "'",
    ];
    const result = await runProcess({ command: process.execPath, args, ...limits });
    expect(JSON.parse(result.stdout)).toEqual(args.slice(3));
  });

  it('has exactly the environment it was given, and the working directory', async () => {
    const result = await node('console.log(JSON.stringify([process.env, process.cwd()]))', {
      env: { ONLY: 'ü=1' },
      cwd: folder,
    });
    expect(JSON.parse(result.stdout)).toEqual([{ ONLY: 'ü=1' }, folder]);
  });

  it('is the leader of its own group', async () => {
    const result = await sh('ps -o pgid= -p $$');
    expect(Number(result.stdout)).toBe(result.pid);
  });
});

describe('stdin', () => {
  it('is empty unless given', async () => {
    expect(await sh('readlink /proc/self/fd/0; cat')).toMatchObject({ stdout: '/dev/null\n' });
  });

  it('is what was given, text or bytes, then end of file', async () => {
    expect(await sh('cat', { stdin: 'grüße' })).toMatchObject({ end: 'exited', stdout: 'grüße' });
    expect(await sh('cat', { stdin: new Uint8Array([65, 66]) })).toMatchObject({ stdout: 'AB' });
    expect(await sh('cat; echo end', { stdin: '' })).toMatchObject({ stdout: 'end\n' });
  });

  it('that the child does not read, or closes, does no harm', async () => {
    const stdin = 'x'.repeat(20_000_000);
    expect(await sh('exit 0', { stdin })).toMatchObject({ end: 'exited', exitCode: 0 });
    expect(await sh('exec <&-; sleep 0.05; echo done', { stdin })).toMatchObject({ end: 'exited', stdout: 'done\n' });
    expect(await sh('exec sleep 3600', { stdin, timeoutMs: 500 })).toMatchObject({ end: 'timeout', signal: 'SIGTERM' });
    expect(await sh('wc -c', { stdin })).toMatchObject({ stdout: expect.stringMatching(/^\s*20000000\s*$/) });
  });
});

describe('text', () => {
  it('survives characters that are split between two reads', async () => {
    const script = `const bytes = Buffer.from('aä€😀z'); let at = 0;
      const next = () => { if (at < bytes.length) { process.stdout.write(bytes.subarray(at, ++at)); setTimeout(next, 3); } }; next();`;
    const pieces: string[] = [];
    const result = await node(script, { onStdout: text => pieces.push(text) });
    expect(result.stdout).toBe('aä€😀z');
    expect(pieces.join('')).toBe('aä€😀z');
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every(piece => !piece.includes('\ufffd'))).toBe(true);
  });

  it('has U+FFFD for bytes that are not UTF-8, and keeps a byte order mark', async () => {
    let told = '';
    const result = await sh(`printf '\\357\\273\\277a\\377b\\303'`, {
      onStdout: text => {
        told += text;
      },
    });
    expect(result.stdout).toBe('\ufeffa\ufffdb\ufffd');
    expect(told).toBe(result.stdout);
    expect(result.stdoutBytes).toBe(7);
  });

  it('is there byte for byte for who asks, up to its limit', async () => {
    const pieces: Buffer[] = [];
    const more = { maxStdoutBytes: 3, onStdoutBytes: (piece: Buffer) => pieces.push(piece) };
    expect(await sh(`printf '\\377\\000\\303z'`, more)).toMatchObject({ end: 'too_large' });
    expect([...Buffer.concat(pieces)]).toEqual([255, 0, 195]);
  });
});

describe('output over its limit', () => {
  it('is allowed up to the last byte', async () => {
    expect(await sh('printf 12345', { maxStdoutBytes: 5 })).toMatchObject({ end: 'exited', stdout: '12345' });
    expect(await sh('printf 123456', { maxStdoutBytes: 5 })).toMatchObject({
      end: 'too_large',
      stdout: '12345',
      stdoutBytes: 6,
      omitted: { stdout: 1, stderr: 0 },
      omittedAt: { stdout: 5, stderr: null },
    });
    expect(await sh('printf 1', { maxStdoutBytes: 0 })).toMatchObject({ end: 'too_large', stdout: '' });
  });

  it('on stderr ends the process too', async () => {
    const result = await sh('yes error >&2', { maxStderrBytes: 1_000 });
    expect(result).toMatchObject({ end: 'too_large', signal: 'SIGKILL' });
    expect(result.stderr).toHaveLength(1_000);
  });

  it('keeps both ends when asked, and reads on', async () => {
    const script = `process.stdout.write('BEGIN' + 'x'.repeat(3_000_000) + 'END')`;
    const lengths: number[] = [];
    const more = { maxStdoutBytes: 1_001, overflow: 'keepEnds' as const };
    const result = await node(script, { ...more, onStdout: text => lengths.push(text.length) });
    expect(result).toMatchObject({ end: 'exited', exitCode: 0, stdoutBytes: 3_000_008 });
    expect(result.stdout).toHaveLength(1_001);
    expect(result.stdout).toMatch(/^BEGINx+END$/);
    expect(result.omitted.stdout).toBe(3_000_008 - 1_001);
    expect(result.omittedAt.stdout).toBe(501);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(3_000_008);
  });

  it('of 10 GB is stopped at the limit, or read to the end, in little memory', async () => {
    const outfile = join(folder, 'run-process.mjs');
    const entryPoints = [new URL('run-process.ts', import.meta.url).pathname];
    buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', tsconfigRaw: '{}' });
    const measure = `
      import { runProcess } from ${JSON.stringify(outfile)};
      const run = (script, overflow) => runProcess({ command: '/bin/sh', args: ['-c', script], env: process.env,
        timeoutMs: 60000, maxStdoutBytes: Number(limit), maxStderrBytes: 1000, overflow });
      const [bytes, limit, overflow] = process.argv.slice(1);
      await run('echo warm', 'stop');
      const before = process.resourceUsage().maxRSS;
      const { end, stdout, stdoutBytes } = await run('head -c ' + bytes + ' /dev/zero', overflow);
      const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
      console.log(JSON.stringify({ end, kept: stdout.length, stdoutBytes, megabytes }));`;
    const measured = (...args: string[]) => {
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', measure, ...args], {
        encoding: 'utf8',
      });
      return JSON.parse(stdout);
    };
    const stopped = measured('10000000000', '10485760', 'stop');
    expect(stopped).toMatchObject({ end: 'too_large', kept: 10_485_760 });
    expect(stopped.megabytes).toBeLessThan(64);
    const read = measured('1000000000', '1048576', 'keepEnds');
    expect(read).toMatchObject({ end: 'exited', kept: 1_048_576, stdoutBytes: 1_000_000_000 });
    expect(read.megabytes).toBeLessThan(64);
  });

  it('in a hundred thousand pieces is put together', async () => {
    const script = `const { writeSync } = require('node:fs'); for (let i = 0; i < 100000; i++) writeSync(1, 'x');`;
    expect(await node(script)).toMatchObject({ end: 'exited', stdoutBytes: 100_000 });
  });
});

describe('a process that does not end', () => {
  it('is asked to at the deadline, and its output is kept', async () => {
    const result = await sh('echo begun; exec sleep 3600', { timeoutMs: 2_000 });
    expect(result).toMatchObject({ end: 'timeout', exitCode: null, signal: 'SIGTERM', stdout: 'begun\n' });
  });

  it('may tidy up within the grace', async () => {
    const script = `trap 'echo tidy; exit 7' TERM; echo ready; while :; do sleep 0.01; done`;
    expect(await sh(script, cancelledWhenReady())).toMatchObject({
      end: 'cancelled',
      exitCode: 7,
      stdout: 'ready\ntidy\n',
    });
  });

  it('is killed after the grace when it ignores the request', async () => {
    const script = `process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1000); console.log('ready')`;
    const result = await node(script, { ...cancelledWhenReady(), graceMs: 2_000 });
    expect(result).toMatchObject({ end: 'cancelled', signal: 'SIGKILL', stdout: 'ready\nno\n' });
  });

  it('ends when it is cancelled, stopped or not', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 100);
    expect(await sh('exec sleep 30', { signal: abort.signal })).toMatchObject({ end: 'cancelled', signal: 'SIGTERM' });
    const stopped = await sh('kill -STOP $$', { timeoutMs: 100, graceMs: 50 });
    expect(stopped).toMatchObject({ end: 'timeout', signal: 'SIGKILL' });
  });

  it('is not even started when it was cancelled before', async () => {
    const file = join(folder, 'started');
    const result = await sh(`touch ${file}`, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ end: 'cancelled', exitCode: null, signal: null });
    expect(result.pid).toBeUndefined();
    await sleep(50);
    expect(existsSync(file)).toBe(false);
  });
});

describe('grandchildren', () => {
  it('that keep stdout open do not keep the call, and are killed', async () => {
    const result = await sh('sleep 3600 & echo $!', { lingerMs: 100 });
    expect(result).toMatchObject({ end: 'exited', exitCode: 0 });
    expect(await ends(Number(result.stdout))).toBe(true);
  });

  it('may finish writing for as long as the pipes are waited for', async () => {
    expect(await sh('(sleep 0.1; echo late) & echo early', { lingerMs: 5_000 })).toMatchObject({
      stdout: 'early\nlate\n',
    });
  });

  it('without pipes are killed too', async () => {
    const result = await sh('sleep 30 >/dev/null 2>&1 & echo $!');
    expect(await ends(Number(result.stdout))).toBe(true);
  });

  it('in a session of their own do not keep the call', async () => {
    const script = `const { spawn } = require('node:child_process');
      const child = spawn('sleep', ['5'], { detached: true, stdio: 'inherit' }); console.log(child.pid); child.unref();`;
    const result = await node(script, { lingerMs: 50 });
    const pid = Number(result.stdout);
    expect(result.end).toBe('exited');
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });

  it('that ignore the request to end, many of them, die with the group', async () => {
    const script = `trap '' TERM; for i in 1 2 3 4 5 6 7 8 9 10; do (for j in 1 2 3; do sleep 30 & echo $!; done; wait) & done; wait`;
    const abort = new AbortController();
    let printed = '';
    const onStdout = (text: string) => {
      printed += text;
      if (printed.split('\n').length > 30) abort.abort();
    };
    const result = await sh(script, { signal: abort.signal, onStdout, graceMs: 100 });
    expect(result).toMatchObject({ end: 'cancelled', signal: 'SIGKILL' });
    const pids = result.stdout.trim().split('\n').map(Number);
    expect(pids).toHaveLength(30);
    expect((await Promise.all(pids.map(ends))).every(Boolean)).toBe(true);
  });

  it('may go on where they are spared, but only when it exited by itself', async () => {
    const left = await sh('sleep 30 & echo $!', { sparesOthers: true });
    expect(left).toMatchObject({ end: 'exited', exitCode: 0 });
    const pid = Number(left.stdout);
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
    const late = await sh('sleep 3600 & echo $!; wait', { sparesOthers: true, ...cancelledWhenReady() });
    expect(late.end).toBe('cancelled');
    const crashed = await sh('sleep 30 & echo $!; kill -9 $$', { sparesOthers: true });
    expect(crashed.end).toBe('signalled');
    for (const { stdout } of [late, crashed]) expect(await ends(Number(stdout))).toBe(true);
  });
});

describe('what cannot be started', () => {
  it.each([
    ['a name that is not in PATH', { command: 'no-such-program' }, 'ENOENT', 'no-such-program'],
    ['a file that is not there', { command: '/no/such/file' }, 'ENOENT', '/no/such/file'],
    ['a folder', { command: '/tmp' }, 'EACCES', '/tmp'],
    ['a working directory that is not there', { cwd: '/no/folder' }, 'ENOENT', 'working directory /no/folder'],
    ['a working directory that is a file', { cwd: '/etc/passwd' }, 'ENOTDIR', 'working directory /etc/passwd'],
    ['too long an argument', { args: ['x'.repeat(10_000_000)] }, 'E2BIG', '/bin/sh'],
    ['too large an environment', { env: { BIG: 'x'.repeat(10_000_000) } }, 'E2BIG', '/bin/sh'],
  ])('%s is told in the words of the system', async (_, more, code, what) => {
    const result = await sh('exit 0', { stdin: 'unread', ...more });
    expect(result).toMatchObject({ end: 'not_started', exitCode: null, signal: null, startFailure: { code } });
    expect(result.startFailure?.message).toMatch(new RegExp(`^${code}: [a-z ]+, ${what}$`));
    expect(result.pid).toBeUndefined();
  });

  it('a file without the execute bit, or in no known format', async () => {
    const file = join(folder, 'program');
    writeFileSync(file, '\x01\x02\x03');
    expect(await sh('', { command: file })).toMatchObject({ end: 'not_started', startFailure: { code: 'EACCES' } });
    chmodSync(file, 0o700);
    expect((await sh('', { command: file, args: [] })).end).toMatch(/not_started|exited/);
    writeFileSync(file, '#!/no/such/interpreter\n');
    expect(await sh('', { command: file })).toMatchObject({ end: 'not_started', startFailure: { code: 'ENOENT' } });
  });
});

describe('a callback that throws', () => {
  it('ends the group, and the call rejects with what it threw', async () => {
    let pid = 0;
    const bug = new Error('bug');
    const onStdout = (text: string): void => {
      pid = Number(text);
      throw bug;
    };
    await expect(sh('sleep 30 & echo $!; sleep 30', { onStdout })).rejects.toBe(bug);
    expect(await ends(pid)).toBe(true);
    const onStderr = (): void => {
      throw bug;
    };
    await expect(sh(`printf '\\303' >&2`, { onStderr })).rejects.toBe(bug);
  });
});

it('200 at once all end, and nothing of them is left', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', onWarning);
  const abort = new AbortController();
  const handles = () => process.getActiveResourcesInfo().filter(name => /Process|Pipe|Socket/.test(name)).length;
  const before = handles();
  const runs = Array.from({ length: 200 }, (_, index) => sh(`echo ${index}`, { signal: abort.signal, stdin: 'x' }));
  const results = await Promise.all(runs);
  expect(results.map(result => result.stdout)).toEqual(results.map((_, index) => `${index}\n`));
  await expect.poll(() => handles() <= before).toBe(true);
  expect(processGroups.size).toBe(0);
  expect(warnings).toEqual([]);
  process.off('warning', onWarning);
});

it.each([
  [{ command: 5 }, 'command'],
  [{ command: '' }, 'command'],
  [{ command: 'a\0b' }, 'command'],
  [{ args: 'x' }, 'args'],
  [{ args: ['a', 'b\0'] }, 'args[1]'],
  [{ cwd: 1 }, 'cwd'],
  [{ env: undefined }, 'env'],
  [{ env: { A: 1 } }, 'env.A'],
  [{ env: { 'A=B': '1' } }, 'env'],
  [{ stdin: 1 }, 'stdin'],
  [{ signal: {} }, 'signal'],
  [{ timeoutMs: undefined }, 'timeoutMs'],
  [{ timeoutMs: Number.NaN }, 'timeoutMs'],
  [{ graceMs: -1 }, 'graceMs'],
  [{ lingerMs: '1' }, 'lingerMs'],
  [{ maxStdoutBytes: 1.5 }, 'maxStdoutBytes'],
  [{ maxStderrBytes: Number.POSITIVE_INFINITY }, 'maxStderrBytes'],
  [{ overflow: 'drop' }, 'overflow'],
  [{ onStdout: 'x' }, 'onStdout'],
  [{ onStdoutBytes: 'x' }, 'onStdoutBytes'],
])('refuses %j and names %s', async (wrong, name) => {
  const answer = sh('exit 0', wrong as never);
  await expect(answer).rejects.toThrow(TypeError);
  await expect(answer).rejects.toThrow(name);
});
