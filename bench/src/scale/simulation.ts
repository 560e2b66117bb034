import { type Clock, RateLimiter } from '@concord/gateway';
import { openMemoryStore, type Rate, type Store } from '@concord/store';
import { Events, numbers } from './events.js';

/** How many there are, and what they do. */
export interface Scenario {
  readonly name: string;
  readonly replicas: number;
  /** Each has a bucket of its own; one means that all calls share a bucket. */
  readonly callers: number;
  readonly rate: Rate;
  /** Calls a second, of all callers together. */
  readonly load: number;
  readonly seconds: number;
  /** How much more the busiest callers call than others: the share of the n-th is 1 / n^skew. */
  readonly skew: number;
  /** Whether the calls of a caller reach the same few replicas, as those of a connection do, or any. */
  readonly replicasOfCaller: number;
  /** The share of replicas that end without a word at half time, with what they have on lease. */
  readonly lost: number;
  /** How long the store takes to answer. */
  readonly storeMs: number;
  readonly seed: number;
}

export interface Result {
  readonly calls: number;
  readonly admitted: number;
  /** Calls that one bucket without replicas would have let through. */
  readonly ideal: number;
  /** Of what is ideal: admitted beyond it, summed over the buckets where it was more; and left unused where it was less. */
  readonly over: number;
  readonly unused: number;
  /** Transactions a second at the store, for leases. */
  readonly leases: number;
}

/** A bucket without replicas, which every call asks. */
class IdealBucket {
  admitted = 0;
  actual = 0;
  #tokens: number;
  #at = 0;

  constructor(readonly rate: Rate) {
    this.#tokens = rate.tokens;
  }

  call(now: number): void {
    this.#tokens = Math.min(this.rate.tokens, this.#tokens + ((now - this.#at) * this.rate.tokens) / this.rate.perMs);
    this.#at = now;
    if (this.#tokens < 1) return;
    this.#tokens--;
    this.admitted++;
  }
}

/** A store whose answers take simulated time, and which counts what it is asked. */
function distant(store: Store, events: Events, ms: number, count: () => void): Store {
  return {
    ...store,
    quotas: {
      ...store.quotas,
      leaseTokens: request =>
        new Promise((resolve, reject) => {
          count();
          events.after(ms / 2, () => {
            store.quotas.leaseTokens(request).then(answer => events.after(ms / 2, () => resolve(answer)), reject);
          });
        }),
    },
  };
}

/** Runs the limiters and buckets of the gateway itself, on simulated time. */
export async function simulate(scenario: Scenario): Promise<Result> {
  const { replicas, callers, rate, load, seconds, replicasOfCaller, storeMs } = scenario;
  const events = new Events();
  const clock: Clock = {
    now: () => events.now,
    after: (ms, run) => {
      let isDue = true;
      events.after(ms, () => isDue && run());
      return () => {
        isDue = false;
      };
    },
  };
  const random = numbers(scenario.seed);
  let leases = 0;
  const store = distant(
    openMemoryStore(() => events.now),
    events,
    storeMs,
    () => leases++,
  );
  const callerOf = skewed(callers, scenario.skew);
  const limiters = new Map<number, RateLimiter>();
  const ideals = new Map<number, IdealBucket>();
  /** Which generation of a replica is there: those that were lost come again as others. */
  const generation = new Uint8Array(replicas);
  let calls = 0;
  let pending = 0;

  const call = (caller: number, replica: number) => {
    const key = (caller * replicas + replica) * 2 + generation[replica]!;
    let limiter = limiters.get(key);
    if (limiter === undefined) {
      const id = `${replica}.${generation[replica]}`;
      limiter = new RateLimiter(store, { id, name: id }, String(caller), rate, clock);
      limiters.set(key, limiter);
    }
    let ideal = ideals.get(caller);
    if (ideal === undefined) {
      ideal = new IdealBucket(rate);
      ideals.set(caller, ideal);
    }
    const bucket = ideal;
    calls++;
    bucket.call(events.now);
    const taken = limiter.take();
    if (!('then' in taken)) {
      if (taken.isGranted) bucket.actual++;
      return;
    }
    pending++;
    void taken.then(({ isGranted }) => {
      pending--;
      if (isGranted) bucket.actual++;
    });
  };

  const end = seconds * 1_000;
  const gap = () => (-Math.log(1 - random()) * 1_000) / load;
  if (scenario.lost > 0)
    events.after(end / 2, () => {
      for (let at = 0; at < Math.floor(replicas * scenario.lost); at++) generation[at] = 1;
    });
  for (let at = gap(); at < end; at += gap()) {
    while (events.next <= at) {
      events.step();
      await settled();
    }
    events.goTo(at);
    const caller = callerOf(random());
    const spread = Math.floor(random() * Math.min(replicasOfCaller, replicas));
    call(caller, (caller * 7 + spread) % replicas);
    // What asks the store does so in a later turn.
    if (pending > 0) await settled();
  }
  while (pending > 0 && events.next < Infinity) {
    events.step();
    await settled();
  }
  let [admitted, ideal, over, unused] = [0, 0, 0, 0];
  for (const bucket of ideals.values()) {
    admitted += bucket.actual;
    ideal += bucket.admitted;
    over += Math.max(0, bucket.actual - bucket.admitted);
    unused += Math.max(0, bucket.admitted - bucket.actual);
  }
  return { calls, admitted, ideal, over: over / ideal, unused: unused / ideal, leases: leases / seconds };
}

/** What waits for an answer that is there goes on: a few turns, because promises wait for promises. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await undefined;
}

/** Gives a caller for a number from 0 to 1, some far more often than others. */
function skewed(callers: number, skew: number): (share: number) => number {
  if (callers === 1) return () => 0;
  if (skew === 0) return share => Math.floor(share * callers);
  // The inverse of the integral of 1 / n^skew, which is close enough to the sum.
  const power = 1 - skew;
  if (Math.abs(power) < 1e-9) return share => Math.min(callers - 1, Math.floor(callers ** share) - 1);
  const whole = (callers + 1) ** power - 1;
  return share => Math.min(callers - 1, Math.floor((1 + share * whole) ** (1 / power)) - 1);
}
