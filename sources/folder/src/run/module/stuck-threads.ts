import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** A thread that the exit of the process would wait for. */
export interface JoinedThread {
  /** Whether it serves a call, so that its end is not in sight. */
  readonly isBusy: boolean;
  /** When it was asked to end; undefined until then. */
  readonly endRequestedAt: number | undefined;
  /** Its thread id in the system; 0 until it runs, and where the system does not tell. */
  readonly systemId: number;
  readonly ended: Promise<unknown>;
}

/** What the system says about a thread at one moment. */
export interface ThreadActivity {
  /** Whether it waits inside a system call; a thread that runs, or only waits for a processor, does not. */
  readonly isAsleep: boolean;
  /** How often it was put on or taken off a processor. */
  readonly switches: number;
  /** The processor time it has used, in milliseconds. */
  readonly cpuMs: number;
}

/** How long a thread that was asked to end may sleep without ever being woken. */
const ASLEEP_MS = 500;
/** How much processor time a thread that was asked to end may use: native code cannot be interrupted. */
const RUNNING_MS = 1_000;
/** How long any other thread may take, for example on a system without /proc. */
const ENDING_MS = 10_000;
const LOOK_MS = 20;
const TICKS_PER_SECOND = 100;
const SIGNALLED = 128;

/**
 * Decides whether a thread that was asked to end is stuck, from what it does and not from how long it takes: on a busy machine a
 * thread waits for a processor for any length of time and still ends by itself.
 */
export class ThreadEnding {
  readonly #requestedAt: number;
  #first: ThreadActivity | undefined;
  #last: ThreadActivity | undefined;
  #lastChangeAt = 0;

  constructor(requestedAt: number) {
    this.#requestedAt = requestedAt;
  }

  isStuck(now: number, activity: ThreadActivity | undefined): boolean {
    if (!activity) return now - this.#requestedAt > ENDING_MS;
    this.#first ??= activity;
    const isUnchanged = activity.isAsleep && activity.switches === this.#last?.switches;
    this.#last = activity;
    if (!isUnchanged) this.#lastChangeAt = now;
    if (activity.cpuMs - this.#first.cpuMs > RUNNING_MS) return true;
    return now - this.#lastChangeAt > ASLEEP_MS;
  }
}

const joined = new Map<JoinedThread, ThreadEnding | undefined>();

/** Keeps a stuck thread from delaying the exit of the process. */
export function exitWithoutWaitingFor(thread: JoinedThread): void {
  if (joined.size === 0) process.on('exit', exitWithoutStuckThreads);
  joined.set(thread, undefined);
  void thread.ended.then(() => {
    joined.delete(thread);
    if (joined.size === 0) process.off('exit', exitWithoutStuckThreads);
  });
}

/** Waits until `ending` resolves, or until every thread that was asked to end and has not ended is stuck. */
export async function endedOrStuck(ending: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const ended = ending.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    let timer: NodeJS.Timeout | undefined;
    const nextLook = new Promise(resolve => {
      timer = setTimeout(resolve, LOOK_MS);
    });
    await Promise.race([ended, nextLook]);
    clearTimeout(timer);
    if (states().every(state => state === 'stuck' || state === 'in use')) return;
  }
}

/** Ends the process by a signal when a thread is stuck, because `process.exit` waits for all threads. An exit code above 128 names the signal. */
function exitWithoutStuckThreads(code: number): void {
  const isSignalled = code > SIGNALLED;
  const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (;;) {
    const all = states();
    if (all.includes('stuck') || (isSignalled && [...joined.keys()].some(({ isBusy }) => isBusy))) break;
    if (!all.includes('ending')) return;
    Atomics.wait(clock, 0, 0, LOOK_MS);
  }
  const signal = isSignalled ? nameOf(code - SIGNALLED) : 'SIGKILL';
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** `gone`: the system does not know it any more, only its `exit` event is still to come. */
type ThreadState = 'in use' | 'ending' | 'gone' | 'stuck';

function states(): ThreadState[] {
  const now = performance.now();
  return [...joined.keys()].map(thread => stateOf(thread, now));
}

function stateOf(thread: JoinedThread, now: number): ThreadState {
  if (thread.endRequestedAt === undefined) return 'in use';
  const isLinux = process.platform === 'linux';
  // One that has not run yet ends as soon as it does.
  if (isLinux && thread.systemId === 0) return 'gone';
  const activity = isLinux ? activityOf(thread.systemId) : undefined;
  if (activity === 'gone') return 'gone';
  const ending = joined.get(thread) ?? new ThreadEnding(thread.endRequestedAt);
  joined.set(thread, ending);
  return ending.isStuck(now, activity) ? 'stuck' : 'ending';
}

function activityOf(systemId: number): ThreadActivity | 'gone' | undefined {
  try {
    const task = `/proc/self/task/${systemId}`;
    const stat = readFileSync(`${task}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const switches = readFileSync(`${task}/status`, 'latin1').matchAll(/^(?:non)?voluntary_ctxt_switches:\s*(\d+)$/gm);
    return {
      isAsleep: fields[0] === 'S',
      switches: [...switches].reduce((sum, [, count]) => sum + Number(count), 0),
      cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND,
    };
  } catch (error) {
    // A thread that ends between two reads answers ESRCH.
    return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '') ? 'gone' : undefined;
  }
}

function nameOf(number: number): NodeJS.Signals {
  const found = Object.entries(constants.signals).find(([, each]) => each === number);
  return (found?.[0] ?? 'SIGKILL') as NodeJS.Signals;
}
