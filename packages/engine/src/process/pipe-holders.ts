import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The groups of all processes that have one of these named pipes, removed or not, for their stdout or stderr. Linux only; none elsewhere. */
export function groupsHolding(pipes: readonly string[]): number[] {
  const wanted = new Set(pipes.flatMap(path => [path, `${path} (deleted)`]));
  const groups = new Set<number>();
  for (const pid of processes()) {
    try {
      if ([1, 2].some(descriptor => wanted.has(readlinkSync(`/proc/${pid}/fd/${descriptor}`))))
        groups.add(groupOf(pid));
    } catch {
      // It has ended, closed its stdout, or is another user's.
    }
  }
  // 0 is that of a process in whose world this one cannot look.
  return [...groups].filter(group => group > 1);
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d{1,10}$/.test(name));
  } catch {
    return [];
  }
}

function groupOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name of its program, which may hold anything: state, parent, group.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)[2]);
}
