import { readdirSync, readFileSync } from 'node:fs';

/** More than this a single thread hardly starts; and a list that grows while it is read must come to an end. */
const MOST = 10_000;

/** Ends what a thread of this process has started, and what that has. Where the system does not tell, nothing happens. */
export function endDescendantsOf(thread: number): void {
  // The main thread has the same number as the process: its children are everybody's.
  if (thread === 0 || thread === process.pid) return;
  const found = childrenOf(`/proc/self/task/${thread}`);
  for (const pid of found) {
    if (found.size > MOST) break;
    for (const child of threadsOf(pid).flatMap(each => [...childrenOf(each)])) found.add(child);
  }
  for (const pid of found) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

function childrenOf(task: string): Set<number> {
  try {
    return new Set(
      readFileSync(`${task}/children`, 'latin1')
        .split(' ')
        .map(Number)
        .filter(pid => pid > 0),
    );
  } catch {
    return new Set();
  }
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(thread => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
}
