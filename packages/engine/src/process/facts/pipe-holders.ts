import { readlinkSync } from 'node:fs';
import { factsOf, runningProcesses } from './running-processes.js';

/** The groups of all processes that have one of these named pipes, removed or not, for their stdout or stderr. Linux only; none elsewhere. */
export function groupsHolding(pipes: readonly string[]): number[] {
  const wanted = new Set(pipes.flatMap(path => [path, `${path} (deleted)`]));
  const groups = new Set<number>();
  for (const pid of runningProcesses()) {
    try {
      if ([1, 2].some(descriptor => wanted.has(readlinkSync(`/proc/${pid}/fd/${descriptor}`))))
        groups.add(factsOf(pid).group);
    } catch {
      // It has ended, closed its stdout, or is another user's.
    }
  }
  // 0 is that of a process in whose world this one cannot look.
  return [...groups].filter(group => group > 1);
}
