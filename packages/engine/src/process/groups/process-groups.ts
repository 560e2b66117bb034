import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { exists } from '../facts/process-facts.js';
import { endSessionSoon, endSessions } from './process-sessions.js';
import { SharedReaper } from './reaper.js';

/** How long the system may take to end what was killed. */
export const killWaitMs = 750;
const POLL_MS = 10;

const live = new Set<number>();
const reaper = new SharedReaper();
let starts = 0;

/** The groups this process started and that may still have members. A group is named by the pid of its leader. */
export const processGroups = {
  /** To be called before a group is started, so that it ends even if this process is killed right after. */
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

/** Counts a child among those to be ended while another process starts it and its id is not known yet. */
export async function whileStarting<Start>(start: Promise<Start>): Promise<Start> {
  starts += 1;
  try {
    return await start;
  } finally {
    starts -= 1;
  }
}

/**
 * For a group that ends by itself once this process is gone: continues it then, should it have been stopped, and has the
 * reaper end it if it stays. The function that is returned is called when the group has ended before.
 */
export function endWithThisProcess(pid: number): () => void {
  const forget = (): void => {
    process.off('exit', leave);
    reaper.ended(pid);
  };
  const leave = (): void => {
    sendSignal(pid, 'SIGCONT');
    forget();
  };
  // Before the listener of the reaper, which checks whether any group is left.
  process.prependListener('exit', leave);
  reaper.started(pid);
  return forget;
}

/** Sends a signal to all members of a group; false when there are none. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (!Number.isInteger(pid) || pid <= 1) throw new TypeError('pid must be the id of a process group');
  if (process.platform !== 'win32') return sendSignal(-pid, signal);
  // There are no groups: the process and its descendants are ended. One that has ended already is no reason to fail.
  const force = signal === 'SIGKILL' ? ['/F'] : [];
  const args = ['/PID', String(pid), '/T', ...force];
  spawn('taskkill', args, { stdio: 'ignore', windowsHide: true }).on('error', () => {});
  return true;
}

/** How a group is ended: the time it has to end by itself, the time from TERM to KILL, and whether this process stays alive meanwhile. */
export interface GroupEnding {
  readonly waitMs: number;
  readonly graceMs: number;
  readonly ref: boolean;
  /** Whether anything of the group is left; by default whether it has a member. */
  readonly isAlive?: () => boolean;
}

/** Waits for a group to end by itself, then asks it to, then kills it; resolves when nothing of it is left that can be ended. */
export async function endGroup(pid: number, ending: GroupEnding): Promise<void> {
  const { waitMs, graceMs, ref, isAlive = () => exists(-pid) } = ending;
  const isGone = () => !isAlive();
  if (await becomes(isGone, waitMs, ref)) return;
  signalGroup(pid, 'SIGTERM');
  if (await becomes(isGone, graceMs, ref)) return;
  signalGroup(pid, 'SIGKILL');
  await becomes(isGone, killWaitMs, ref);
}

/** Asks all groups to end, kills after `graceMs` those that did not or have only come to be since, and returns when none is left that can be ended. */
export async function endAllGroups(graceMs: number): Promise<void> {
  const areGone = () => live.size + starts === 0;
  for (const pid of live) signalGroup(pid, 'SIGTERM');
  await becomes(areGone, graceMs, true);
  killAllGroups();
  await becomes(areGone, killWaitMs, true);
}

/** Kills all groups at once; synchronous, for the last moment of this process. */
export function killAllGroups(): void {
  for (const pid of live) signalGroup(pid, 'SIGKILL');
  endSessions(live);
}

/** Whether it becomes true within that time. */
async function becomes(condition: () => boolean, milliseconds: number, ref: boolean): Promise<boolean> {
  const until = performance.now() + milliseconds;
  while (!condition()) {
    const left = until - performance.now();
    if (left <= 0) return false;
    await sleep(Math.min(POLL_MS, left), undefined, { ref });
  }
  return true;
}

function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 'SIGCONT'): boolean {
  const { stackTraceLimit } = Error;
  // That nobody is there is the usual answer: its stack trace would cost more than the signal.
  Error.stackTraceLimit = 0;
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
