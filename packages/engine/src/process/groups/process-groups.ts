import { setTimeout as sleep } from 'node:timers/promises';
import { endSessionSoon, endSessions } from './process-sessions.js';
import { endTree } from './process-tree-windows.js';
import { Reaper } from './reaper.js';

/** How long the system may take to end what was killed. */
export const killPatienceMs = 750;

const live = new Set<number>();
const reaper = new Reaper();
let starts = 0;

/** The groups this process started and that may still have members. A group is named by the pid of its leader. */
export const processGroups = {
  /** To be called before a group is started: should this process be killed right after, somebody must know of it. */
  expect(): void {
    reaper.prepare();
  },
  add(pid: number): void {
    live.add(pid);
    reaper.started(pid);
  },
  /** Its leader has ended. What has left the group, but not the session, ends too, unless others are spared. */
  remove(pid: number, sparesOthers = false): void {
    if (!live.delete(pid)) return;
    reaper.ended(pid);
    if (!sparesOthers) endSessionSoon(pid);
  },
  get size(): number {
    return live.size;
  },
  [Symbol.iterator](): IterableIterator<number> {
    return live.values();
  },
};

/** Counts a child among those to be ended while it is being started by somebody else, and its id is not known yet. */
export async function whileStarting<Start>(start: Promise<Start>): Promise<Start> {
  starts += 1;
  try {
    return await start;
  } finally {
    starts -= 1;
  }
}

/**
 * For a group that ends by itself once this process is gone: sees to it that it can, should it have been stopped, and that it
 * does. The function that is returned is called when the group has ended before.
 */
export function endWithThisProcess(pid: number): () => void {
  const forget = (): void => {
    process.off('exit', leave);
    reaper.ended(pid);
  };
  const leave = (): void => {
    withoutStacks(() => process.kill(pid, 'SIGCONT'));
    forget();
  };
  // Before the reaper asks whether anything is left to it.
  process.prependListener('exit', leave);
  reaper.started(pid);
  return forget;
}

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

/** Asks all groups to end, kills after `graceMs` those that did not or have only come to be since, and returns when none is left that can be ended. */
export async function endAllGroups(graceMs: number): Promise<void> {
  for (const pid of live) signalGroup(pid, 'SIGTERM');
  await emptied(graceMs);
  killAllGroups();
  await emptied(killPatienceMs);
}

/** Kills all groups at once; synchronous, for the last moment of this process. */
export function killAllGroups(): void {
  for (const pid of live) signalGroup(pid, 'SIGKILL');
  endSessions(live);
}

async function emptied(milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  while (live.size + starts > 0 && performance.now() < until) await sleep(Math.min(10, until - performance.now()));
}
