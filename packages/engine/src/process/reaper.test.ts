import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/reaper.sh', import.meta.url));

function startGroup(shell: string) {
  const child = spawn('/bin/sh', ['-c', `echo; ${shell}`], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  return { pid: child.pid!, begun: once(child.stdout, 'data'), exited: once(child, 'exit') };
}

it('ends the groups it knows of when its input ends, and spares those that were taken back', async () => {
  const willing = startGroup('exec sleep 30');
  const stubborn = startGroup(`trap '' TERM; while :; do sleep 0.05; done`);
  const spared = startGroup('exec sleep 30');
  await Promise.all([willing.begun, stubborn.begun, spared.begun]);
  const reaper = spawn('/bin/sh', [script], { stdio: ['pipe', 'ignore', 'ignore'] });
  for (const { pid } of [willing, spared, stubborn]) reaper.stdin.write(`+${pid}\n`);
  reaper.stdin.end(`-${spared.pid}\n`);
  expect(await willing.exited).toEqual([null, 'SIGTERM']);
  expect(await stubborn.exited).toEqual([null, 'SIGKILL']);
  expect(process.kill(spared.pid, 0)).toBe(true);
  process.kill(-spared.pid, 'SIGKILL');
  await spared.exited;
});

it('leaves at once when there is nothing to end', async () => {
  const reaper = spawn('/bin/sh', [script], { stdio: ['pipe', 'ignore', 'ignore'] });
  reaper.stdin.end('+999999\n-999999\n');
  expect(await once(reaper, 'exit')).toEqual([0, null]);
});
