import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileLocks, startLockProcess } from '../../test/support/lock-processes.mjs';
import { createLocks } from './locks.js';

let folder: string;
let module: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'concord-locks-'));
  module = compileLocks(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Competition {
  readonly processes: number;
  readonly seconds: number;
  /** The part of the acquisitions that only read. */
  readonly readers: number;
  /** How probable it is, at each step of the algorithm, that a process dies there. */
  readonly deathPerStep: number;
  /** And while it holds the lock. */
  readonly deathInside: number;
}

/** Has processes compete for one lock, kills them at random, and returns the log that all of them append to. */
async function compete({ processes, seconds, ...chances }: Competition, name: string): Promise<string[]> {
  const log = join(folder, `${name}.log`);
  const directory = join(folder, name);
  const order = { action: 'contend', directory, key: 'the one', log, ...chances };
  const living = new Set<ChildProcess>();
  let over = false;
  const start = (): void => {
    const rival = startLockProcess(module, order);
    living.add(rival);
    // A pid may come back: from here on it is another process.
    appendFileSync(log, `start ${rival.pid}\n`);
    rival.once('exit', () => {
      living.delete(rival);
      if (!over) start();
    });
  };
  for (let count = 0; count < processes; count += 1) start();
  // The clock starts when the first of them is in: how long programs take to start is not what is measured.
  while (!readFileSync(log, 'utf8').includes('enter')) await sleep(20);
  const until = performance.now() + seconds * 1_000;
  for (let second = 1; performance.now() < until; ) {
    await sleep(Math.random() * 400);
    const victims = [...living];
    const victim = victims[Math.floor(Math.random() * victims.length)];
    // The line comes before the signal: whoever enters before this line has entered beside a living process.
    appendFileSync(log, `kill ${victim?.pid}\n`);
    victim?.kill('SIGKILL');
    if (performance.now() > until - (seconds - second) * 1_000) {
      appendFileSync(log, `second ${second}\n`);
      second += 1;
    }
  }
  over = true;
  const last = [...living];
  for (const rival of last) {
    appendFileSync(log, `kill ${rival.pid}\n`);
    rival.kill('SIGKILL');
  }
  await Promise.all(last.map(rival => rival.exitCode ?? rival.signalCode ?? once(rival, 'exit')));
  const lease = await createLocks({ directory }).acquire({
    keys: [{ key: 'the one', mode: 'write' }],
    operation: 'referee',
    target: 'test',
  });
  expect(lease.held).toBe(true);
  if (lease.held) await lease.release();
  expect(readdirSync(directory).filter(file => !file.includes('.next.'))).toEqual([]);
  return readFileSync(log, 'utf8').trimEnd().split('\n');
}

/** Reads the log as a referee: who is in with whom, and what happened in each second. */
function judge(lines: readonly string[]) {
  const inside = new Map<string, 'read' | 'write'>();
  const doomed = new Set<string>();
  const counts = { enter: 0, kill: 0, die: 0, conflict: 0, killedInside: 0, readersTogether: 0 };
  const perSecond: number[] = [];
  const fouls: string[] = [];
  let entered = 0;
  for (const [number, line] of lines.entries()) {
    const [what = '', pid = ''] = line.split(' ');
    const mode = what.endsWith('write') ? 'write' : 'read';
    if (what === 'second') {
      perSecond.push(counts.enter - entered);
      entered = counts.enter;
    } else if (what === 'kill' || what === 'die') {
      counts[what] += 1;
      doomed.add(pid);
      if (inside.delete(pid)) counts.killedInside += 1;
    } else if (what === 'start') doomed.delete(pid);
    else if (what === 'conflict') counts.conflict += 1;
    else if (what.startsWith('leave')) inside.delete(pid);
    else {
      counts.enter += 1;
      const rivals = [...inside].filter(([, other]) => mode === 'write' || other === 'write');
      if (rivals.length > 0) fouls.push(`line ${number + 1}: ${line} while inside: ${rivals.join(' ')}`);
      if (mode === 'read' && inside.size > 0) counts.readersTogether += 1;
      // Between the line that announces its end and its end, a process may still come in; it does not leave.
      if (!doomed.has(pid)) inside.set(pid, mode);
    }
  }
  return { counts, perSecond, fouls };
}

it('16 processes and kill -9 for 30 s: never two holders, never a second without progress', async () => {
  const verdict = judge(
    await compete({ processes: 16, seconds: 30, readers: 0, deathPerStep: 0.002, deathInside: 0.03 }, 'writers'),
  );
  console.log('writers only', JSON.stringify(verdict.counts), 'acquired per second', verdict.perSecond.join(' '));
  expect(verdict.fouls).toEqual([]);
  expect(verdict.perSecond.length).toBeGreaterThanOrEqual(29);
  expect(Math.min(...verdict.perSecond)).toBeGreaterThan(0);
  expect(verdict.counts.kill).toBeGreaterThan(100);
  expect(verdict.counts.killedInside).toBeGreaterThan(10);
});

it('readers and writers in 8 processes and kill -9 for 10 s: a writer is alone, readers are not', async () => {
  const verdict = judge(
    await compete({ processes: 8, seconds: 10, readers: 0.8, deathPerStep: 0.002, deathInside: 0.03 }, 'mixed'),
  );
  console.log(
    'readers and writers',
    JSON.stringify(verdict.counts),
    'acquired per second',
    verdict.perSecond.join(' '),
  );
  expect(verdict.fouls).toEqual([]);
  expect(Math.min(...verdict.perSecond)).toBeGreaterThan(0);
  expect(verdict.counts.readersTogether).toBeGreaterThan(0);
});
