import { cancelled, type Failure, type Problem, ProblemError, problem, timedOut } from '@concord/contract';
import type { Call, Source } from '@concord/engine';
import type { ConnectionLife } from './connection-life.js';

/** A call that was sent and lost on its way, with what it came to: its server counts as one that could not be reached. */
export class LostCall extends Error {
  constructor(readonly outcome: Failure) {
    super(outcome.problems[0].message);
    this.name = 'LostCall';
  }
}

/**
 * Has something asked of a server: waits for a connection where there is none, and for the next one where it ended before the request was
 * sent. Throws a ProblemError that says `not_started` when the wait is over, and at once when the server could not be reached several times.
 */
export async function overConnection<Answer>(
  life: ConnectionLife,
  call: Call,
  ask: (source: Source) => Promise<Answer>,
): Promise<Answer> {
  const { breaker } = life;
  if (!breaker.mayTry()) throw new ProblemError(brokenOff(life), 'not_started');
  // Whoever is let through while it is open is the one that tries.
  const isProbe = breaker.state.isOpen;
  if (isProbe) life.tryNow();
  try {
    const answer = await asked(life, call, ask);
    breaker.reached();
    return answer;
  } catch (error) {
    if (call.stopped) breaker.gaveUp();
    else if (isUnreachable(error)) noteFailure(life, isProbe);
    else breaker.reached();
    throw error;
  }
}

async function asked<Answer>(
  life: ConnectionLife,
  call: Call,
  ask: (source: Source) => Promise<Answer>,
): Promise<Answer> {
  const { upstreamWaitMs } = life.limits;
  const began = performance.now();
  for (;;) {
    const source = life.standing ?? (await life.reached(call.signal, upstreamWaitMs - (performance.now() - began)));
    if (source === undefined) throw new ProblemError(unreached(life, call), 'not_started');
    try {
      return await ask(source);
    } catch (error) {
      if (!(await isOfEndedConnection(error, source, life)) || call.stopped) throw error;
    }
  }
}

/** Whether a request was never sent because its connection had ended, so that it belongs to the next one. */
async function isOfEndedConnection(error: unknown, source: Source, life: ConnectionLife): Promise<boolean> {
  if (!(error instanceof ProblemError) || error.state !== 'not_started' || error.problem.kind !== 'unavailable')
    return false;
  // The end of a connection is told a moment after its last request has failed.
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  return life.standing !== source;
}

/** Whether a failure says that a server could not be reached; what a tool says of its own failure never does. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof LostCall) return true;
  if (!(error instanceof ProblemError) || error.problem.kind !== 'unavailable') return false;
  return error.problem.variant === 'unreachable' || error.problem.variant === 'spawn_failed';
}

/** A connection that could not be made is counted where it is made; here a request that could not be sent over one that stands. */
function noteFailure(life: ConnectionLife, isProbe: boolean): void {
  if (life.standing || isProbe) life.breaker.failed();
}

function unreached(life: ConnectionLife, { stopped, timeoutMs }: Call): Problem {
  if (stopped) return stopped.cause === 'timeout' ? timedOut(timeoutMs) : cancelled();
  return problem('unavailable', `'${life.name}' is not connected${why(life)}`, { variant: 'unreachable' });
}

/** It is not even tried: several attempts have failed, and the next is due later. */
function brokenOff(life: ConnectionLife): Problem {
  const { failures, retryAfterMs } = life.breaker.state;
  // While one call tries, nobody knows yet.
  const after = Math.max(retryAfterMs, life.limits.upstreamRetryMs);
  const message = `'${life.name}' could not be reached ${failures} times in a row, and is tried again in ${after} ms${why(life)}`;
  return problem('unavailable', message, {
    variant: 'unreachable',
    hint: 'Try again then; calls of other servers are not concerned.',
    retryAfterMs: after,
    details: {
      reason: 'breaker',
      failures: String(failures),
      retryAfterMs: String(after),
      nextTryAt: new Date(Date.now() + after).toISOString(),
    },
  });
}

function why({ state: { lastError } }: ConnectionLife): string {
  return lastError === undefined ? '' : `: ${lastError}`;
}
