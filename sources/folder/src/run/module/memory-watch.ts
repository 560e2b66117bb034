import { readFileSync } from 'node:fs';

/** What a thread may hold in its heap, in mebibytes; Node itself ends one that needs more. */
export const HEAP_MEBIBYTES = 256;

/** What modules may hold beside their heaps (buffers), in bytes: Node has no limit for it. */
export const MOST_BUFFER_BYTES = 2 ** 30;

/** The error of a call whose module took more. */
export const memoryExhausted = 'The module took more memory than it may have';

const CHECK_MS = 100;

/** A thread whose memory is watched. */
export interface WatchedThread {
  /** Its thread id in the system; 0 where that is not known. */
  readonly systemId: number;
  /** Ends it because it took too much memory. Resolves when it has ended. */
  endForMemory(): Promise<unknown>;
}

const watched = new Set<WatchedThread>();
/** The page faults of each thread when the process came to half of the allowed memory. */
const baseline = new Map<WatchedThread, number>();
let timer: NodeJS.Timeout | undefined;
let lowest = 0;

/**
 * Watches a thread until `unwatchMemory`. Memory outside heaps can be measured for the whole process only: when that exceeds what
 * all threads may have together, the thread with the most page faults since then is ended.
 */
export function watchMemory(thread: WatchedThread): void {
  watched.add(thread);
  startWatching();
}

export function unwatchMemory(thread: WatchedThread): void {
  watched.delete(thread);
  baseline.delete(thread);
}

function startWatching(): void {
  if (timer !== undefined || watched.size === 0) return;
  lowest = process.memoryUsage.rss();
  timer = setInterval(check, CHECK_MS).unref();
}

function check(): void {
  if (watched.size === 0) return stopWatching();
  const now = process.memoryUsage.rss();
  lowest = Math.min(lowest, now);
  const most = MOST_BUFFER_BYTES + watched.size * HEAP_MEBIBYTES * 2 ** 20;
  if (now - lowest > most / 2)
    for (const each of watched) if (!baseline.has(each)) baseline.set(each, pageFaults(each));
  if (now - lowest <= most) return;
  const taken = (each: WatchedThread) => pageFaults(each) - (baseline.get(each) ?? 0);
  const greediest = [...watched].reduce((one, other) => (taken(other) > taken(one) ? other : one));
  stopWatching();
  // Its memory is freed when it ends, or reused later: the next measurement starts from what is left.
  void greediest.endForMemory().then(startWatching);
}

function stopWatching(): void {
  clearInterval(timer);
  timer = undefined;
  baseline.clear();
}

/** The minor page faults of a thread, which grow with the memory it touches for the first time; 0 on systems without /proc. */
function pageFaults({ systemId }: WatchedThread): number {
  try {
    const line = readFileSync(`/proc/self/task/${systemId}/stat`, 'latin1');
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[7]);
  } catch {
    return 0;
  }
}
