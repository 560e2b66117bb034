import { constants } from 'node:os';

/** A thread that the end of the process would wait for. */
export interface Joined {
  /** Whether it works, so that nobody knows when it would come to its end. */
  readonly isBusy: boolean;
  /** When it was told to end. */
  readonly toldToEndAt: number | undefined;
  readonly ended: Promise<unknown>;
}

/** A thread that has not ended so long after it was told to is held up by the system, for as long as that likes. */
const STUCK_MS = 300;
const PATIENCE_MS = 500;
const SIGNALLED = 128;

const joined = new Set<Joined>();

/** Lets no thread that is held up keep the process from its end. */
export function neverWaitFor(thread: Joined): void {
  if (joined.size === 0) process.on('exit', leaveWithoutThem);
  joined.add(thread);
  void thread.ended.then(() => {
    joined.delete(thread);
    if (joined.size === 0) process.off('exit', leaveWithoutThem);
  });
}

/** Gives whatever is ending a moment to do so. */
export async function aMomentFor(ending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([ending, late]);
  clearTimeout(timer);
}

/** An exit waits for all threads. Only a signal does not; whoever leaves because of one leaves by it. */
function leaveWithoutThem(code: number): void {
  const isSignalled = code > SIGNALLED;
  const now = performance.now();
  const holdsUp = ({ isBusy, toldToEndAt = now }: Joined) => (isSignalled && isBusy) || now - toldToEndAt > STUCK_MS;
  if (![...joined].some(holdsUp)) return;
  const signal = isSignalled ? nameOf(code - SIGNALLED) : 'SIGKILL';
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function nameOf(number: number): NodeJS.Signals {
  const found = Object.entries(constants.signals).find(([, each]) => each === number);
  return (found?.[0] ?? 'SIGKILL') as NodeJS.Signals;
}
