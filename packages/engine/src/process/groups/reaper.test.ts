import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/reaper.sh', import.meta.url));

function startGroup(shell: string) {
  const child = spawn('/bin/sh', ['-c', `echo; ${shell}`], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  return { pid: child.pid!, begun: once(child.stdout, 'data'), exited: once(child, 'exit') };
}

const folder = mkdtempSync(join(tmpdir(), 'concord-reaper-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A reaper that looks after these groups. */
function startReaper(name: string, groups: readonly (number | string)[]) {
  const file = join(folder, name);
  writeFileSync(file, groups.map(each => `${String(each).padEnd(11)}\n`).join(''));
  return { file, reaper: spawn('/bin/sh', [script, file], { stdio: ['pipe', 'ignore', 'ignore'] }) };
}

it('ends the groups in its file when its input ends, and spares those that were taken out', async () => {
  const willing = startGroup('exec sleep 30');
  const stubborn = startGroup(`trap '' TERM; while :; do sleep 0.05; done`);
  const spared = startGroup('exec sleep 30');
  await Promise.all([willing.begun, stubborn.begun, spared.begun]);
  const { file, reaper } = startReaper('groups', [willing.pid, 0, stubborn.pid, spared.pid]);
  writeFileSync(file, [willing.pid, 0, stubborn.pid, 0].map(each => `${String(each).padEnd(11)}\n`).join(''));
  reaper.stdin.end();
  expect(await willing.exited).toEqual([null, 'SIGTERM']);
  expect(await stubborn.exited).toEqual([null, 'SIGKILL']);
  expect(process.kill(spared.pid, 0)).toBe(true);
  expect(existsSync(file)).toBe(false);
  process.kill(-spared.pid, 'SIGKILL');
  await spared.exited;
});

it('leaves at once when there is nothing to end, and takes junk for nothing', async () => {
  const { file, reaper } = startReaper('nothing', [0, 'junk', '-1', '', '007']);
  reaper.stdin.end();
  expect(await once(reaper, 'exit')).toEqual([0, null]);
  expect(existsSync(file)).toBe(false);
});
