import { cancelled, ProblemError } from '@concord/contract';
import { failureOf } from '../../read/read-failure.js';

/** A time limit on work that a call may cancel as well. */
export interface Deadline {
  /** Aborts when the time is over or the call is cancelled. */
  readonly signal: AbortSignal;
  /** Milliseconds left, 0 when there are none. */
  remainingMs(): number;
  /** The failure when the time is over or the call is cancelled; undefined otherwise. */
  reason(): ProblemError | undefined;
}

/** Starts the clock. `what` is named when the time is over. */
export function deadlineOf(seconds: number, call: AbortSignal, what: string): Deadline {
  const timer = AbortSignal.timeout(seconds * 1_000);
  const end = performance.now() + seconds * 1_000;
  return {
    signal: AbortSignal.any([call, timer]),
    remainingMs: () => Math.max(0, end - performance.now()),
    reason: () => {
      if (call.aborted) return new ProblemError(cancelled());
      return timer.aborted ? failureOf('timeout', `${what} timed out after ${seconds} s`) : undefined;
    },
  };
}

/** The result of work that cannot be stopped; rejects when the deadline comes first. */
export function within<Value>(deadline: Deadline, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(deadline.reason() ?? failureOf('timeout', 'The time for reading is over'));
    if (deadline.signal.aborted) stop();
    deadline.signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => deadline.signal.removeEventListener('abort', stop));
  });
}
