import { constants } from 'node:os';

/** A thread that the exit of the process would wait for. */
export interface JoinedThread {
  /** Whether it serves a call, so that its end is not in sight. */
  readonly isBusy: boolean;
  /** When it was asked to end. */
  readonly endRequestedAt: number | undefined;
  readonly ended: Promise<unknown>;
}

/** A thread that has not ended so long after it was asked to is blocked in a system call. */
const STUCK_MS = 300;
const TIMEOUT_MS = 500;
const SIGNALLED = 128;

const joined = new Set<JoinedThread>();

/** Keeps a blocked thread from delaying the exit of the process. */
export function exitWithoutWaitingFor(thread: JoinedThread): void {
  if (joined.size === 0) process.on('exit', exitWithoutStuckThreads);
  joined.add(thread);
  void thread.ended.then(() => {
    joined.delete(thread);
    if (joined.size === 0) process.off('exit', exitWithoutStuckThreads);
  });
}

/** Waits until `ending` resolves, at most half a second. */
export async function waitBriefly(ending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise(resolve => {
    timer = setTimeout(resolve, TIMEOUT_MS);
  });
  await Promise.race([ending, timedOut]);
  clearTimeout(timer);
}

/** Ends the process by a signal when a thread is stuck, because `process.exit` waits for all threads. An exit code above 128 names the signal. */
function exitWithoutStuckThreads(code: number): void {
  const isSignalled = code > SIGNALLED;
  const now = performance.now();
  const isStuck = ({ isBusy, endRequestedAt = now }: JoinedThread) =>
    (isSignalled && isBusy) || now - endRequestedAt > STUCK_MS;
  if (![...joined].some(isStuck)) return;
  const signal = isSignalled ? nameOf(code - SIGNALLED) : 'SIGKILL';
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function nameOf(number: number): NodeJS.Signals {
  const found = Object.entries(constants.signals).find(([, each]) => each === number);
  return (found?.[0] ?? 'SIGKILL') as NodeJS.Signals;
}
