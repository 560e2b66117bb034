import { cancelled, type Problem, ProblemError, problem, timedOut } from '@concord/contract';
import type { Call, Source } from '@concord/engine';
import type { ConnectionLife } from './connection-life.js';

/**
 * Has something asked of a server: waits for a connection where there is none, and for the next one where it ended before the request was
 * sent. Throws a ProblemError that says `not_started` when the wait is over.
 */
export async function overConnection<Answer>(
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

function unreached(life: ConnectionLife, { stopped, timeoutMs }: Call): Problem {
  if (stopped) return stopped.cause === 'timeout' ? timedOut(timeoutMs) : cancelled();
  const { lastError } = life.state;
  const why = lastError === undefined ? '' : `: ${lastError}`;
  return problem('unavailable', `'${life.name}' is not connected${why}`, { variant: 'unreachable' });
}
