import { randomUUID } from 'node:crypto';
import { BuriedReplica } from '../failure/store-failure.js';
import type { Notice, Topic } from '../parts/notices.js';
import type { Replica } from '../parts/replicas.js';

/** What the parts of a store in memory share: the clock, who lives, and who listens. */
export class MemoryState {
  readonly clock: () => number;
  readonly replicas = new Map<string, Replica>();
  /** What goes with a replica, part by part. */
  readonly onBurial: ((replica: string) => void)[] = [];
  readonly listeners = new Set<(notice: Notice) => void>();
  #fence = 0;

  constructor(clock: () => number) {
    this.clock = clock;
  }

  nextFence(): number {
    this.#fence += 1;
    return this.#fence;
  }

  newId(): string {
    return randomUUID();
  }

  /** Throws when the replica was buried. */
  checkLives(replica: string): void {
    if (!this.replicas.has(replica)) throw new BuriedReplica(replica);
  }

  /** Removes a replica with all it holds. */
  remove(replica: string): void {
    if (!this.replicas.delete(replica)) return;
    for (const giveBack of this.onBurial) giveBack(replica);
  }

  /** Buries the replicas of these ids whose lease ran out; says whether there was one. */
  buryExpired(replicas: Iterable<string>): boolean {
    const now = this.clock();
    const expired = [...new Set(replicas)].filter(id => (this.replicas.get(id)?.leaseUntil ?? Infinity) <= now);
    for (const id of expired) this.remove(id);
    return expired.length > 0;
  }

  notify(topic: Topic, key?: string): void {
    for (const listener of this.listeners) listener({ topic, key });
  }
}
