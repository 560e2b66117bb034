/** What happens at a time that is simulated. */
interface Event {
  readonly at: number;
  readonly run: () => void;
}

/** Simulated time: events in their order, the earliest first. Nothing waits for a clock. */
export class Events {
  /** A heap: no event is before the one above it. */
  readonly #heap: Event[] = [];
  #now = 0;

  get now(): number {
    return this.#now;
  }

  /** When the next event is; Infinity when there is none. */
  get next(): number {
    return this.#heap[0]?.at ?? Infinity;
  }

  /** Time goes on to when something else happens. */
  goTo(at: number): void {
    this.#now = Math.max(this.#now, at);
  }

  after(ms: number, run: () => void): void {
    const heap = this.#heap;
    heap.push({ at: this.#now + ms, run });
    let at = heap.length - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (heap[above]!.at <= heap[at]!.at) break;
      [heap[above], heap[at]] = [heap[at]!, heap[above]!];
      at = above;
    }
  }

  /** Runs the next event. */
  step(): void {
    const heap = this.#heap;
    const first = heap[0];
    if (first === undefined) return;
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        if (left >= heap.length) break;
        const least = left + 1 < heap.length && heap[left + 1]!.at < heap[left]!.at ? left + 1 : left;
        if (heap[at]!.at <= heap[least]!.at) break;
        [heap[at], heap[least]] = [heap[least]!, heap[at]!];
        at = least;
      }
    }
    this.goTo(first.at);
    first.run();
  }
}

/** Numbers that are the same in every run. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
