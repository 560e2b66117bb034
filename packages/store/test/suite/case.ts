import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../src/index.js';

/** What a case of the suite gets. Several processes may run it at once on one store. */
export interface Stage {
  readonly store: Store;
  /** A name nobody else has. */
  name(text: string): string;
  /** A name all processes of this case have. */
  sharedName(text: string): string;
  /** How many processes run the case, and which of them this one is. */
  readonly processes: number;
  readonly index: number;
}

/** A promise every driver keeps, alone and with others at work on the same store. Fails by throwing. */
export interface SuiteCase {
  readonly promise: string;
  readonly run: (stage: Stage) => Promise<unknown>;
  /** Looks at what all processes returned, in the order of their index. */
  readonly judge?: (returned: readonly unknown[]) => void;
}

/** A replica that lives while the case runs. */
export async function newReplica(store: Store, leaseMs = 60_000, advertise?: string): Promise<string> {
  const id = randomUUID();
  await store.replicas.join({ id, advertise, leaseMs });
  return id;
}

/** A replica whose lease has run out, and that nobody has buried yet, as far as this process goes. */
export async function lateReplica(store: Store, before: (replica: string) => Promise<unknown>): Promise<string> {
  const replica = await newReplica(store);
  await before(replica);
  await store.replicas.renew(replica, 1);
  await after(store, 2);
  return replica;
}

/** Waits until so much time has passed on the store's clock. */
export async function after(store: Store, milliseconds: number): Promise<void> {
  const until = (await store.now()) + milliseconds;
  while ((await store.now()) <= until) await sleep(1);
}

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > giveUp) throw new Error('it did not come to pass within a minute');
    await sleep(5);
  }
}
