import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { factsOf, runningProcesses } from '../facts/process-facts.js';
import { reaperScript } from './reaper-script.js';

function startGroup(shell: string) {
  const child = spawn('/bin/sh', ['-c', `echo; ${shell}`], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  return { pid: child.pid!, begun: once(child.stdout, 'data'), exited: once(child, 'exit') };
}

/** The living processes of a group. */
const membersOf = (pid: number) =>
  runningProcesses().filter(each => {
    const facts = factsOf(each);
    return facts?.group === pid && facts.state !== 'Z';
  });

const folder = mkdtempSync(join(tmpdir(), 'concord-reaper-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (groups: readonly (number | string)[]) => groups.map(each => `${String(each).padEnd(39)}\n`).join('');
const group = (pid: number, start = factsOf(pid)?.start ?? '') => `${pid}:${start}`;

/** A reaper that looks after the groups in a file. */
function startReaper(name: string, groups: readonly (number | string)[]) {
  const file = join(folder, name);
  writeFileSync(file, written(groups));
  const args = ['-c', reaperScript, 'mcp-reaper', file, '0', '20'];
  return { file, reaper: spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore', 'ignore', 'ignore'] }) };
}

it('ends the groups in its file when its input ends, and spares those that were taken out', async () => {
  const willing = startGroup('exec sleep 30');
  const stubborn = startGroup(`trap '' TERM; while :; do sleep 0.05; done`);
  const spared = startGroup('exec sleep 30');
  await Promise.all([willing.begun, stubborn.begun, spared.begun]);
  const groups = [group(willing.pid), 0, group(stubborn.pid)];
  const { file, reaper } = startReaper('groups', [...groups, group(spared.pid)]);
  writeFileSync(file, written([...groups, 0]));
  reaper.stdin!.end();
  expect(await willing.exited).toEqual([null, 'SIGTERM']);
  expect(await stubborn.exited).toEqual([null, 'SIGKILL']);
  expect(process.kill(spared.pid, 0)).toBe(true);
  expect(existsSync(file)).toBe(false);
  process.kill(-spared.pid, 'SIGKILL');
  await spared.exited;
});

it.skipIf(process.platform !== 'linux')(
  'spares a process that has the number of a group but began at another time',
  async () => {
    const [own, other] = [startGroup('exec sleep 30'), startGroup('exec sleep 30')];
    await Promise.all([own.begun, other.begun]);
    const { reaper } = startReaper('reused', [group(other.pid, '1'), group(own.pid)]);
    reaper.stdin!.end();
    expect(await own.exited).toEqual([null, 'SIGTERM']);
    expect(await once(reaper, 'exit')).toEqual([0, null]);
    expect(process.kill(other.pid, 0)).toBe(true);
    process.kill(-other.pid, 'SIGKILL');
    await other.exited;
  },
);

it('leaves nothing of itself behind', async () => {
  const own = startGroup(`trap '' TERM; while :; do sleep 0.05; done`);
  await own.begun;
  const args = ['-c', reaperScript, 'mcp-reaper', '', '0', '2', group(own.pid)];
  const reaper = spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  // It may be gone before the test is told of the end of the group.
  const left = once(reaper, 'exit');
  reaper.stdin.end();
  expect(await own.exited).toEqual([null, 'SIGKILL']);
  expect(await left).toEqual([0, null]);
  await expect.poll(() => membersOf(reaper.pid!)).toEqual([]);
});

it('ends nothing once it was told that all is done', async () => {
  const own = startGroup('exec sleep 30');
  await own.begun;
  const { reaper } = startReaper('done', [group(own.pid)]);
  reaper.stdin!.end('done\n');
  expect(await once(reaper, 'exit')).toEqual([0, null]);
  expect(process.kill(own.pid, 0)).toBe(true);
  process.kill(-own.pid, 'SIGKILL');
  await own.exited;
});

it('leaves at once when there is nothing to end, and takes junk for nothing', async () => {
  const { file, reaper } = startReaper('nothing', [0, 'junk', '-1', '', '007']);
  reaper.stdin!.end();
  expect(await once(reaper, 'exit')).toEqual([0, null]);
  expect(existsSync(file)).toBe(false);
});
