import { factsOf, runningProcesses } from '../facts/running-processes.js';

/** Ends what is left of sessions, named by the pids of their leaders, in whatever group it is. Linux only; nothing happens elsewhere. */
export function endSessions(leaders: Iterable<number>): void {
  const wanted = new Set(leaders);
  if (wanted.size === 0) return;
  for (const pid of runningProcesses()) {
    try {
      if (wanted.has(factsOf(pid).session)) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, or is another user's.
    }
  }
}

/** To look through all processes takes a while: many sessions that have ended are looked for at once, and not too often. */
const PAUSE_MS = 100;
const PAUSES_PER_LOOK = 20;

const ended = new Set<number>();
let timer: NodeJS.Timeout | undefined;
let pauseMs = PAUSE_MS;

/** The same, a moment later, or when this process ends: most sessions leave nothing. */
export function endSessionSoon(leader: number): void {
  if (process.platform !== 'linux') return;
  ended.add(leader);
  if (timer !== undefined) return;
  timer = setTimeout(look, pauseMs).unref();
  process.once('exit', look);
}

function look(): void {
  const begun = performance.now();
  clearTimeout(timer);
  timer = undefined;
  process.off('exit', look);
  endSessions(ended);
  ended.clear();
  pauseMs = Math.max(PAUSE_MS, PAUSES_PER_LOOK * (performance.now() - begun));
}
