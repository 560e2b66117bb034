import { setTimeout as sleep } from 'node:timers/promises';
import { endTree } from './process-tree-windows.js';
import { Reaper } from './reaper.js';

/** How long the system may take to end what was killed. */
export const killPatienceMs = 750;

const live = new Set<number>();
const reaper = new Reaper();

/** The groups this process started and that may still have members. A group is named by the pid of its leader. */
export const processGroups = {
  add(pid: number): void {
    live.add(pid);
    reaper.started(pid);
  },
  remove(pid: number): void {
    if (live.delete(pid)) reaper.ended(pid);
  },
  get size(): number {
    return live.size;
  },
  [Symbol.iterator](): IterableIterator<number> {
    return live.values();
  },
};

/** Sends a signal to all members of a group; false when there are none. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (!Number.isInteger(pid) || pid <= 1) throw new TypeError('pid must be the id of a process group');
  if (process.platform === 'win32') {
    endTree(pid, signal === 'SIGKILL');
    return true;
  }
  return withoutStacks(() => process.kill(-pid, signal));
}

/** That nobody is there is the usual answer, and not worth the record of who asked. */
function withoutStacks(ask: () => boolean): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return ask();
  } catch {
    return false;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Asks all groups to end, kills after `graceMs` those that did not, and returns when none is left that can be ended. */
export async function endAllGroups(graceMs: number): Promise<void> {
  for (const pid of live) signalGroup(pid, 'SIGTERM');
  await emptied(graceMs);
  killAllGroups();
  await emptied(killPatienceMs);
}

/** Kills all groups at once; synchronous, for the last moment of this process. */
export function killAllGroups(): void {
  for (const pid of live) signalGroup(pid, 'SIGKILL');
}

async function emptied(milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  while (live.size > 0 && performance.now() < until) await sleep(Math.min(10, until - performance.now()));
}
