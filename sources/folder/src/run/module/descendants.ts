import { readdirSync, readFileSync } from 'node:fs';

/** The most descendants that are looked for: a list that grows while it is read must come to an end. */
const MOST = 10_000;

/** Kills the processes that a thread of this process has started, and their descendants. Does nothing on systems without /proc. */
export function endDescendantsOf(thread: number): void {
  // The main thread has the id of the process: its children belong to other calls too.
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
      // It has ended already.
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
