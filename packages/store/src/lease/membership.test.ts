import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { StoreFailure } from '../failure/store-failure.js';
import { openMemoryStore } from '../memory/open-memory-store.js';
import type { Store } from '../store.js';
import { Membership } from './membership.js';

const times = { leaseMs: 60_000, renewMs: 10 };

/** A store that can be taken away, and what was asked of it meanwhile fails. */
function storeThatGoesAway(): { store: Store; away(isAway: boolean): void } {
  const real = openMemoryStore();
  let gone = false;
  const replicas = new Proxy(real.replicas, {
    get:
      (target, name: keyof typeof real.replicas) =>
      async (...given: never[]) => {
        if (gone) throw new StoreFailure('away', 'Nobody answers', 'Wait.');
        return (target[name] as (...given: never[]) => unknown)(...given);
      },
  });
  return {
    store: { ...real, replicas },
    away: isAway => {
      gone = isAway;
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

it('is a replica from the moment it joined until it left', async () => {
  const store = openMemoryStore();
  const membership = await Membership.join(store, { ...times, advertise: 'http://127.0.0.1:1' });
  const [found] = await store.replicas.list();
  expect(found).toMatchObject({ id: membership.replica, advertise: 'http://127.0.0.1:1' });
  expect(membership.isCurrent(membership.replica)).toBe(true);
  await membership.leave();
  expect(await store.replicas.list()).toEqual([]);
  expect(() => membership.replica).toThrow(StoreFailure);
});

it('renews its lease by itself', async () => {
  const store = openMemoryStore();
  const membership = await Membership.join(store, times);
  const first = (await store.replicas.list())[0]!.leaseUntil;
  while ((await store.replicas.list())[0]!.leaseUntil === first) await sleep(5);
  await membership.leave();
});

it('joins under another id once it was buried, and tells which is lost', async () => {
  const store = openMemoryStore();
  const [warnings, lost]: [string[], string[]] = [[], []];
  const membership = await Membership.join(store, { ...times, warn: message => warnings.push(message) });
  membership.onLost(replica => lost.push(replica));
  const first = membership.replica;
  await store.replicas.leave(first);
  await until(() => lost.length > 0);
  await membership.renew();
  expect(lost).toEqual([first]);
  expect(membership.replica).not.toBe(first);
  expect(membership.isCurrent(first)).toBe(false);
  expect(warnings).toHaveLength(1);
  await membership.leave();
});

it('buries those who died without a word', async () => {
  const store = openMemoryStore();
  await store.replicas.join({ id: 'dead', leaseMs: 1 });
  const membership = await Membership.join(store, times);
  while ((await store.replicas.list()).some(({ id }) => id === 'dead')) await sleep(5);
  await membership.leave();
});

it('takes nothing while its lease may have run out, says so once, and goes on when the store answers', async () => {
  const { store, away } = storeThatGoesAway();
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const membership = await Membership.join(store, { leaseMs: 40, renewMs: 5, warn });
  away(true);
  const isSafe = () => {
    try {
      return membership.replica !== '';
    } catch {
      return false;
    }
  };
  await until(() => !isSafe());
  expect(warnings).toEqual(['the store cannot be used: Nobody answers']);
  away(false);
  await until(() => isSafe());
  expect(warnings.at(-1)).toBe('the store answers again');
  await membership.leave();
});

it('gives back later what could not be given back', async () => {
  const { store, away } = storeThatGoesAway();
  const membership = await Membership.join(store, times);
  let attempts = 0;
  away(true);
  await membership.owe(async () => {
    attempts += 1;
    if (attempts < 3) throw new Error('not yet');
  });
  expect(attempts).toBe(1);
  away(false);
  await until(() => attempts === 3);
  await membership.leave();
});

it('does not fail to leave a store that is away', async () => {
  const { store, away } = storeThatGoesAway();
  const membership = await Membership.join(store, times);
  away(true);
  await membership.leave();
});

it('cannot join a store that is away', async () => {
  const { store, away } = storeThatGoesAway();
  away(true);
  await expect(Membership.join(store, times)).rejects.toThrow(StoreFailure);
});
