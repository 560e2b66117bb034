import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileLocks, runLockProcess, startLockProcess } from '../../test/support/lock-processes.mjs';
import { ownIdentity, type ProcessIdentity } from '../process/facts/process-facts.js';
import { underGuard } from './guard.js';
import {
  type GuardStep,
  guardPath,
  guardSteps,
  holdersPath,
  type LockFiles,
  newNonce,
  successorPath,
} from './lock-files.js';
import { createLocks } from './locks.js';

let folder: string;
let module: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'concord-crash-'));
  module = compileLocks(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = '/srv/App.csproj';
const request = { keys: [{ key, mode: 'write' as const }], operation: 'build', target: 'App.csproj' };
const me = ownIdentity();
const gone: ProcessIdentity = { ...me, start: '1' };

function newFiles(atStep: (step: GuardStep) => void = () => {}): LockFiles {
  return { directory: mkdtempSync(join(folder, 'locks-')), identity: me, atStep };
}

function record(owner: ProcessIdentity, nonce = newNonce()) {
  const since = new Date().toISOString();
  return { nonce, operation: 'old', target: 'App.csproj', since, mode: 'write', ...owner };
}

/** Takes the lock without waiting, and sees that nothing is left of those who died. */
async function takeover(directory: string): Promise<void> {
  const lease = await createLocks({ directory }).acquire(request);
  expect(lease).toMatchObject({ held: true });
  if (lease.held) await lease.release();
  expect(readdirSync(directory)).toEqual([]);
}

describe('a holder in another process', () => {
  it('is named while it lives, and followed at once when it is killed', async () => {
    const { directory } = newFiles();
    const holder = startLockProcess(module, { action: 'hold', directory, key, operation: 'watch' });
    await once(holder.stdout, 'data');
    const conflict = await createLocks({ directory }).acquire(request);
    expect(conflict).toMatchObject({ held: false, key, holder: { operation: 'watch', pid: holder.pid } });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await takeover(directory);
  });

  it('is followed at once as a zombie, whose parent has not asked for its end', async () => {
    const { directory } = newFiles();
    const order = JSON.stringify({ action: 'hold', directory, key });
    const rival = new URL('../../test/support/lock-process.mjs', import.meta.url).pathname;
    // A shell that starts the holder, tells its pid, and then sleeps as a program that never waits for children.
    const script = `"$0" "$@" & echo "$!"; exec sleep 30`;
    const shell = spawn('/bin/sh', ['-c', script, process.execPath, rival, module, order]);
    let text = '';
    while (!text.includes('held')) text += (await once(shell.stdout, 'data'))[0];
    const pid = Number.parseInt(text, 10);
    expect((await createLocks({ directory }).acquire(request)).held).toBe(false);
    process.kill(pid, 'SIGKILL');
    while (!execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z'));
    await takeover(directory);
    shell.kill('SIGKILL');
  });

  it('counts as gone when its pid belongs to a later process or to an earlier run of the machine', async () => {
    for (const owner of [gone, { ...me, boot: 'another boot' }]) {
      const files = newFiles();
      writeFileSync(holdersPath(files, key), JSON.stringify([record(owner)]));
      writeFileSync(guardPath(files, key), JSON.stringify(record(owner)));
      await takeover(files.directory);
    }
  });

  it('that lives is waited for, guard or lock', async () => {
    const files = newFiles();
    writeFileSync(holdersPath(files, key), JSON.stringify([record(me)]));
    expect(await createLocks(files).acquire(request)).toMatchObject({ held: false, holder: { operation: 'old' } });
    rmSync(holdersPath(files, key));
    writeFileSync(guardPath(files, key), JSON.stringify(record(me)));
    expect(await createLocks(files).acquire(request)).toMatchObject({ held: false, holder: { operation: 'old' } });
  });
});

it('counts right with six processes', async () => {
  const { directory } = newFiles();
  const log = join(folder, 'counter');
  writeFileSync(log, '0');
  const order = { action: 'count', directory, key, log, rounds: 20 };
  const ends = await Promise.all(Array.from({ length: 6 }, () => runLockProcess(module, order)));
  expect(ends).toEqual(Array(6).fill(0));
  expect(readFileSync(log, 'utf8')).toBe('120');
  expect(readdirSync(directory)).toEqual([]);
});

describe('a process that dies', () => {
  // What is in the directory when the process that is to die comes: nothing, or what others left.
  const scenes: Record<string, (files: LockFiles) => void> = {
    alone: () => {},
    'while it replaces a dead guard': files => {
      writeFileSync(guardPath(files, key), JSON.stringify(record(gone)));
      writeFileSync(holdersPath(files, key), JSON.stringify([record(gone)]));
    },
    'while it replaces a dead guard with dead successors': files => {
      const [guard, first, second] = [record(gone), record(gone), record(gone)];
      writeFileSync(guardPath(files, key), JSON.stringify(guard));
      writeFileSync(successorPath(files, key, guard.nonce), JSON.stringify(first));
      writeFileSync(successorPath(files, key, first.nonce), JSON.stringify(second));
    },
  };

  it.each(Object.keys(scenes))('%s, at any step, blocks nobody and leaves nothing behind', async scene => {
    const ends = await Promise.all(
      guardSteps.map(async step => {
        const files = newFiles();
        scenes[scene]?.(files);
        const end = await runLockProcess(module, { action: 'dieAt', directory: files.directory, key, step });
        await takeover(files.directory);
        return end === 'SIGKILL' ? step : undefined;
      }),
    );
    const onlyWhenReplacing = guardSteps.slice(guardSteps.indexOf('successor-read'), guardSteps.indexOf('swept') + 1);
    const reached = guardSteps.filter(step => scene !== 'alone' || !onlyWhenReplacing.includes(step));
    expect(ends.filter(step => step !== undefined)).toEqual(reached);
  });

  it('one after the other at random steps, in the same place, blocks nobody', async () => {
    const { directory } = newFiles();
    for (let round = 0; round < 8; round += 1) {
      const step = guardSteps[Math.floor(Math.random() * guardSteps.length)];
      await runLockProcess(module, { action: 'dieAt', directory, key, step });
    }
    await takeover(directory);
  });
});

describe('files that make no sense', () => {
  const garbage = ['', '{', 'null', '[]', '{"nonce":"../../x","pid":1}', '\0'.repeat(4096), '[{"pid":1}]', '"x"'];

  it.each(garbage)('%j is nobody: as guard, as holders, as successor', async text => {
    const files = newFiles();
    mkdirSync(files.directory, { recursive: true });
    const dead = record(gone);
    writeFileSync(holdersPath(files, key), text);
    writeFileSync(guardPath(files, key), JSON.stringify(dead));
    writeFileSync(successorPath(files, key, dead.nonce), text);
    await takeover(files.directory);
    writeFileSync(guardPath(files, key), text);
    await takeover(files.directory);
  });
});

describe('a dead guard', () => {
  /** Tries to enter with something happening at a step, and says whether it got in. */
  function enterWhile(files: LockFiles, step: GuardStep, happens: () => void): boolean {
    let happened = false;
    const atStep = (at: GuardStep): void => {
      if (at !== step || happened) return;
      happened = true;
      happens();
    };
    return underGuard({ ...files, atStep }, key, { ...record(me) }, () => true).entered;
  }

  it('is not replaced by one whose predecessor withdrew and died while another came', () => {
    const files = newFiles();
    const [guard, loser, other] = [record(gone), record(gone), record(me)];
    writeFileSync(guardPath(files, key), JSON.stringify(guard));
    const successor = successorPath(files, key, guard.nonce);
    writeFileSync(successor, JSON.stringify(loser));
    const entered = enterWhile(files, 'successor-read', () => writeFileSync(successor, JSON.stringify(other)));
    expect(entered).toBe(false);
    expect(JSON.parse(readFileSync(guardPath(files, key), 'utf8')).nonce).toBe(guard.nonce);
    expect(readdirSync(files.directory)).toHaveLength(2);
  });

  it.each(['guard-read', 'successor-read', 'successor-linked'] as const)(
    'is not replaced by one that comes late: another replaced it at %s',
    step => {
      const files = newFiles();
      const winner = record(me);
      writeFileSync(guardPath(files, key), JSON.stringify(record(gone)));
      const entered = enterWhile(files, step, () => writeFileSync(guardPath(files, key), JSON.stringify(winner)));
      expect(entered).toBe(false);
      expect(JSON.parse(readFileSync(guardPath(files, key), 'utf8')).nonce).toBe(winner.nonce);
      expect(readdirSync(files.directory)).toHaveLength(1);
    },
  );

  it.each(['successor-linked', 'chain-verified'] as const)('is left as it was by one that fails at %s', step => {
    const files = newFiles();
    writeFileSync(guardPath(files, key), JSON.stringify(record(gone)));
    const fail = (): void => {
      throw new Error('too many open files');
    };
    expect(() => enterWhile(files, step, fail)).toThrow('too many open files');
    expect(readdirSync(files.directory)).toHaveLength(1);
    expect(enterWhile(files, 'swept', () => {})).toBe(true);
  });

  it('is replaced by exactly one of two that come at the same step', () => {
    for (const step of ['temporary-written', 'guard-read', 'successor-read', 'successor-linked'] as const) {
      const files = newFiles();
      writeFileSync(guardPath(files, key), JSON.stringify(record(gone)));
      let second = false;
      let inside = 0;
      const first = enterWhile(files, step, () => {
        second = underGuard(files, key, record(me), () => {
          inside += 1;
          return inside;
        }).entered;
      });
      // The one that stood still may come in after the other has left, never instead.
      expect(first || second).toBe(true);
      expect(readdirSync(files.directory)).toEqual([]);
    }
  });
});
