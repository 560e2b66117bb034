import { readFileSync } from 'node:fs';

/** What a thread may hold in its heap, in mebibytes; Node itself ends one that needs more. */
export const HEAP_MEBIBYTES = 256;

/** What modules may hold beside their heaps (buffers), in bytes: Node has no limit for it. */
export const MOST_BUFFER_BYTES = 2 ** 30;

/** What a call is told that took more. */
export const exhaustion = 'The module took more memory than it may have';

const LOOK_MS = 100;

/** A thread that does something for somebody. */
export interface WatchedThread {
  /** What the system calls it; 0 where that is not known. */
  readonly systemId: number;
  /** Ends it, because it has taken too much. Resolves when it is gone. */
  exhausted(): Promise<unknown>;
}

const busy = new Set<WatchedThread>();
/** How often each had touched new memory when the process began to have a lot of it. */
const before = new Map<WatchedThread, number>();
let timer: NodeJS.Timeout | undefined;
let least = 0;

/**
 * Watches a thread until `unwatchMemory`. What one takes can be seen for the whole process only: when that is
 * more than the threads may have together, the one that took the most of late is ended.
 */
export function watchMemory(thread: WatchedThread): void {
  busy.add(thread);
  begin();
}

export function unwatchMemory(thread: WatchedThread): void {
  busy.delete(thread);
  before.delete(thread);
}

function begin(): void {
  if (timer !== undefined || busy.size === 0) return;
  least = process.memoryUsage.rss();
  timer = setInterval(look, LOOK_MS).unref();
}

function look(): void {
  if (busy.size === 0) return rest();
  const now = process.memoryUsage.rss();
  least = Math.min(least, now);
  const most = MOST_BUFFER_BYTES + busy.size * HEAP_MEBIBYTES * 2 ** 20;
  if (now - least > most / 2) for (const each of busy) if (!before.has(each)) before.set(each, touches(each));
  if (now - least <= most) return;
  const taken = (each: WatchedThread) => touches(each) - (before.get(each) ?? 0);
  const greediest = [...busy].reduce((one, other) => (taken(other) > taken(one) ? other : one));
  rest();
  // What it had is given back with its end, or kept for whoever asks next: only what comes on top of that counts.
  void greediest.exhausted().then(begin);
}

function rest(): void {
  clearInterval(timer);
  timer = undefined;
  before.clear();
}

/** How often a thread has touched memory for the first time; the system counts it by thread, and only some systems tell. */
function touches({ systemId }: WatchedThread): number {
  try {
    const line = readFileSync(`/proc/self/task/${systemId}/stat`, 'latin1');
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[7]);
  } catch {
    return 0;
  }
}
