import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../daemon/daemon-fixture.js';
import { temporaryFolder } from '../support/engine.js';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const leftovers: (() => void)[] = [];
afterAll(() => {
  for (const remove of leftovers) remove();
});

/** A process that owns a server of that mode, and the server's notes. */
async function owner(way: 'release' | 'exit' | 'stay', mode: string, reaperDelayMs = 1_000) {
  const log = join(temporaryFolder(), 'notes');
  const child = spawn(
    process.execPath,
    [here('owner.mjs'), way, String(reaperDelayMs), here('hostile-server.mjs'), mode, log],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const line = await new Promise<string>(resolve => createInterface({ input: child.stdout }).once('line', resolve));
  const pid = Number(line);
  const notes = notesIn(log);
  leftovers.push(() => {
    child.kill('SIGKILL');
    for (const each of [pid, grandchildOf(notes())]) if (each && isAlive(each)) process.kill(each, 'SIGKILL');
  });
  return { child, gone, pid, notes };
}

const notesIn = (log: string) => () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);

/** `mcp` in the middle of, or after, a call of a server of that mode. */
function calling(mode: string) {
  const folder = temporaryFolder();
  const log = join(folder, 'notes');
  const words = ['call', 'echo', '--no-daemon', '--', process.execPath, here('hostile-server.mjs'), mode, log];
  const child = spawn(process.execPath, [here('../../bin/mcp'), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    stdio: 'ignore',
  });
  leftovers.push(() => child.kill('SIGKILL'));
  const notes = notesIn(log);
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return { child, gone, notes, pid: () => Number(notes()[0]?.split(' ')[1] ?? 0) };
}

const grandchildOf = (notes: readonly string[]) =>
  Number(notes.find(note => note.startsWith('grandchild'))?.split(' ')[1] ?? 0);

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe.skipIf(process.platform !== 'linux').concurrent('a server that is left', () => {
  it('ends by itself, undisturbed, after its owner', async () => {
    const { gone, pid, notes } = await owner('release', 'slow-write');
    await gone;
    await until('the server to end', () => !isAlive(pid));
    const after = notes().slice(notes().indexOf('stdin ended'));
    expect(after).toEqual(['stdin ended', ...Array.from({ length: 10 }, (_, index) => `line ${index + 1}`), 'exit']);
  });

  it('can write what it has to write', async () => {
    const { gone, notes } = await owner('release', 'flushes');
    await gone;
    await until('the server to exit', () => notes().includes('exit'));
    expect(notes()).toContain('flushed');
    expect(notes()).not.toContain('cut off');
  });

  it('is killed when it neither ends nor does as it is asked', async () => {
    const { gone, pid, notes } = await owner('release', 'ignores-term');
    await gone;
    await until('the server to end', () => !isAlive(pid));
    expect(notes().indexOf('stdin ended')).toBeLessThan(notes().indexOf('term'));
  });

  it('is looked after when its owner just exits', async () => {
    const { gone, pid, notes } = await owner('exit', 'ignores-term');
    await gone;
    await until('the server to end', () => !isAlive(pid));
    expect(notes()).toContain('term');
  });

  it('goes with everything it started when its owner is killed', async () => {
    const { child, pid, notes } = await owner('stay', 'grandchild', 0);
    child.kill('SIGKILL');
    await until('the server to end', () => !isAlive(pid));
    await until('the grandchild to end', () => !isAlive(grandchildOf(notes())));
    expect(notes()).toContain('stdin ended');
  });

  it('gets its reaper in time, a second after its start', async () => {
    const { child, pid } = await owner('stay', 'ignores-term');
    const reaper = () => reapersOf(pid).length > 0;
    expect(reaper()).toBe(false);
    await until('the reaper', reaper);
    child.kill('SIGKILL');
    await until('the server to end', () => !isAlive(pid));
    await until('the reaper to end', () => !reaper());
  });
});

describe.skipIf(process.platform !== 'linux').concurrent('mcp', () => {
  it('exits before its server is done with what it had to write', async () => {
    const { gone, notes } = calling('slow-write');
    await gone;
    await until('the server to exit', () => notes().includes('exit'));
    expect(
      notes()
        .slice(notes().indexOf('stdin ended'))
        .filter(note => note.startsWith('line')),
    ).toHaveLength(10);
    expect(notes()).not.toContain('term');
  });

  it('takes its server with it when it is killed in the middle of a call', async () => {
    const { child, notes, pid } = calling('stubborn');
    await until('the call and the reaper', () => notes().includes('call echo') && reapersOf(pid()).length > 0);
    child.kill('SIGKILL');
    await until('the server to end', () => !isAlive(pid()));
  });
});

/** Processes that wait for the end of the owner of that server. */
function reapersOf(pid: number): string[] {
  return readdirSync('/proc').filter(name => {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return words.includes('mcp-reaper') && words.some(word => word.startsWith(`${pid}:`));
    } catch {
      return false;
    }
  });
}
