import { factsOf, runningProcesses } from '../facts/process-facts.js';

/** Kills what is left of sessions, named by the pids of their leaders, in whatever group it is. Linux only; nothing happens elsewhere. */
export function endSessions(leaders: Iterable<number>): void {
  const sessions = new Set(leaders);
  if (sessions.size === 0) return;
  for (const pid of runningProcesses()) {
    if (!sessions.has(factsOf(pid)?.session ?? 0)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended, or is another user's.
    }
  }
}

/** Looking through all processes takes a while: sessions that have ended are gathered, and looked for together after this pause. */
const PAUSE_MS = 100;
/** The pause is at least so many times as long as the last look took. */
const PAUSES_PER_LOOK = 20;

const ended = new Set<number>();
let timer: NodeJS.Timeout | undefined;
let pauseMs = PAUSE_MS;

/** Does the same after a pause, or when this process ends: most sessions leave nothing behind. */
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
