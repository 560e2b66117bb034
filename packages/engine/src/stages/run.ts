import { setTimeout as delay } from 'node:timers/promises';
import type { CallState, Ending } from '../call/call-state.js';
import type { Interruption } from '../cancel/interruption.js';

/** Runs the operation until it ends or is interrupted. A lock is held until the operation has really ended. */
export async function run(call: CallState): Promise<void> {
  const { operation, args, open, interruption, lock } = call;
  const cause = interruption!.cause;
  if (cause) {
    await lock?.end();
    call.ending = { by: 'interruption', cause, settled: true };
    return;
  }
  const work = start(() => operation.run(args, open!.call));
  const released = lock && work.then(() => lock.end());
  const ending = (await unlessFired(work, interruption!)) ?? (await interrupt(call, work));
  interruption!.stopClock();
  if (released && (ending.by !== 'interruption' || ending.settled)) await released;
  call.ending = ending;
  call.state = ending.by === 'return' ? 'finished' : 'unknown';
}

/** Runs the operation; what it returns or throws becomes an Ending. */
async function start(work: () => unknown): Promise<Ending> {
  try {
    return { by: 'return', value: await work() };
  } catch (error) {
    return { by: 'throw', error };
  }
}

/** What the work comes to; undefined when the call is interrupted first. */
function unlessFired(work: Promise<Ending>, interruption: Interruption): Promise<Ending | undefined> {
  return new Promise(resolve => {
    work.then(resolve);
    interruption.onFire(() => resolve(undefined));
  });
}

/** Gives an operation that was told to stop a moment to end by itself and hand over what it has. */
async function interrupt({ operation, engine, interruption }: CallState, work: Promise<Ending>): Promise<Ending> {
  const enough = new AbortController();
  const { cancelGraceMs = engine.limits.cancelGraceMs, timeoutGraceMs = cancelGraceMs } = operation.limits ?? {};
  const graceMs = interruption!.cause === 'timeout' ? timeoutGraceMs : cancelGraceMs;
  const grace = delay(graceMs, undefined, { signal: enough.signal }).catch(() => undefined);
  const last = await Promise.race([work, grace]);
  enough.abort();
  const cause = interruption!.cause!;
  if (!last) return { by: 'interruption', cause, settled: false };
  return { by: 'interruption', cause, settled: true, ...(last.by === 'return' && { partial: last.value }) };
}
