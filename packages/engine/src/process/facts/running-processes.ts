import { readdirSync, readFileSync } from 'node:fs';

/** What the system tells of a process beside its id. */
export interface ProcessFacts {
  readonly group: number;
  readonly session: number;
}

/** The ids of all processes there are; none where the system has no `/proc`. */
export function runningProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d{1,10}$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Throws when it has ended. */
export function factsOf(pid: number): ProcessFacts {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // Behind the name of its program, which may hold anything: state, parent, group, session.
  const [, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 4);
  return { group: Number(group), session: Number(session) };
}
