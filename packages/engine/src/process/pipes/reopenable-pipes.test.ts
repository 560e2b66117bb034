import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openPrivateFolder, removePrivateFolder } from '../../files/private-folder.js';
import { runProcess } from '../run/run-process.js';
import { ReopenablePipes } from './reopenable-pipes.js';

const folder = openPrivateFolder();
const pipes = new ReopenablePipes(folder);
afterAll(() => {
  pipes.close();
  removePrivateFolder(folder);
});

const sh = (script: string, stdin = '{"a":1}', more = {}) =>
  runProcess({
    command: '/bin/sh',
    args: ['-c', script],
    env: { PATH: '/usr/bin:/bin' },
    stdin,
    pipes,
    timeoutMs: 20_000,
    maxStdoutBytes: 1_000_000,
    maxStderrBytes: 1_000_000,
    overflow: 'stop',
    ...more,
  });

const openDescriptors = (within = folder) =>
  readdirSync('/proc/self/fd').filter(each => {
    try {
      return readlinkSync(`/proc/self/fd/${each}`).startsWith(within);
    } catch {
      return false;
    }
  });

describe.skipIf(process.platform === 'win32')('streams that can be opened again', () => {
  it.each([
    ['cat', '{"a":1}', ''],
    ['cat /dev/stdin; cat /dev/stdin', '{"a":1}{"a":1}', ''],
    ['cat /dev/fd/0 > /dev/fd/1', '{"a":1}', ''],
    ['echo hi > /dev/stdout; echo oops > /dev/stderr', 'hi\n', 'oops\n'],
    ['true', '', ''],
  ])('serve %j', async (script, stdout, stderr) => {
    expect(await sh(script)).toMatchObject({ end: 'exited', exitCode: 0, stdout, stderr });
  });

  it('serve many at once, each its own, and again', async () => {
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    for (const _ of [1, 2]) {
      const results = await Promise.all(numbers.map(number => sh('cat; echo e >&2', String(number))));
      expect(results.map(each => each.stdout)).toEqual(numbers.map(String));
    }
    expect(readdirSync(folder).length).toBeLessThan(120);
    // A pair is kept ready for the next.
    expect(openDescriptors().length).toBeLessThanOrEqual(4);
  });

  it('of a child that somebody outlives are not used again, and nobody waits for them', async () => {
    const file = join(folder, 'ended');
    const held = await sh(`(setsid sh -c "sleep 20; touch ${file}" &) ; echo done`);
    expect(held).toMatchObject({ stdout: 'done\n', exitCode: 0 });
    expect(existsSync(file)).toBe(false);
    expect((await sh('echo next')).stdout).toBe('next\n');
  });

  it('are let go of when the child cannot be started or prints too much', async () => {
    const missing = await sh('', '', { command: '/nowhere/at/all' });
    expect(missing).toMatchObject({ end: 'not_started', startFailure: { code: 'ENOENT' } });
    const flood = await sh('yes', '', { maxStdoutBytes: 100 });
    expect(flood.end).toBe('too_large');
    // A pair is kept ready for the next.
    expect(openDescriptors().length).toBeLessThanOrEqual(4);
  });

  it('are let go of when the input cannot be written', async () => {
    const own = openPrivateFolder();
    const others = new ReopenablePipes(own, '/nowhere');
    try {
      const before = openDescriptors(own).length;
      const startFailure = { code: 'ENOENT', message: 'ENOENT: no such file or directory, for its input and output' };
      for (const _ of [1, 2, 3]) {
        expect(await sh('true', '', { pipes: others })).toMatchObject({ end: 'not_started', startFailure });
      }
      others.close();
      expect(openDescriptors(own).length).toBe(before);
    } finally {
      others.close();
      removePrivateFolder(own);
    }
  });

  it('can be had after those kept ready were let go of', async () => {
    const own = openPrivateFolder();
    const others = new ReopenablePipes(own);
    try {
      await others.prepare();
      others.close();
      expect((await sh('cat', 'late', { pipes: others })).stdout).toBe('late');
      expect(openDescriptors(own)).toEqual([]);
    } finally {
      others.close();
      removePrivateFolder(own);
    }
  });
});
