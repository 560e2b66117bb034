import { setTimeout as delay } from 'node:timers/promises';
import type { Interruption } from '../interruption.js';
import type { Ending, Passage } from '../passage.js';

/** Runs the tool until it ends or is told to. A lock is held for as long as the tool really works. */
export async function run(passage: Passage): Promise<void> {
  const { tool, args, open, interruption, lock } = passage;
  const cause = interruption!.cause;
  if (cause) {
    await lock?.end();
    passage.ending = { by: 'interruption', cause, settled: true };
    return;
  }
  const work = start(() => tool.run(args, open!.call));
  const released = lock && work.then(() => lock.end());
  const ending = (await unlessFired(work, interruption!)) ?? (await interrupt(passage, work));
  interruption!.stopClock();
  if (released && (ending.by !== 'interruption' || ending.settled)) await released;
  passage.ending = ending;
  passage.state = ending.by === 'return' ? 'finished' : 'unknown';
}

/** Starts the tool so that whatever it does comes back as a value. */
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

/** Gives a tool that was told to stop a moment to end by itself and hand over what it has. */
async function interrupt({ tool, engine, interruption }: Passage, work: Promise<Ending>): Promise<Ending> {
  const enough = new AbortController();
  const graceMs = tool.limits?.cancelGraceMs ?? engine.limits.cancelGraceMs;
  const grace = delay(graceMs, undefined, { signal: enough.signal }).catch(() => undefined);
  const last = await Promise.race([work, grace]);
  enough.abort();
  const cause = interruption!.cause!;
  if (!last) return { by: 'interruption', cause, settled: false };
  return { by: 'interruption', cause, settled: true, ...(last.by === 'return' && { partial: last.value }) };
}
