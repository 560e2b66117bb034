import type { AcquireRequest, Conflict, Lease, Locks } from '@concord/engine';
import { expect, it } from 'vitest';
import { StoreFailure } from '../failure/store-failure.js';
import { openMemoryStore } from '../memory/open-memory-store.js';
import type { Store } from '../store.js';
import { locksOf, type StoreLease } from './locks-of.js';
import { Membership } from './membership.js';

const times = { leaseMs: 60_000, renewMs: 10 };
const request = (operation: string, ...keys: string[]): AcquireRequest => ({
  keys: keys.map(key => ({ key, mode: 'write' })),
  operation,
  target: 'app',
});

async function twoReplicas(store: Store = openMemoryStore()): Promise<{ store: Store; one: Locks; other: Locks }> {
  const [first, second] = [await Membership.join(store, times), await Membership.join(store, times)];
  return { store, one: locksOf(store, first), other: locksOf(store, second) };
}

function expectHeld(answer: Lease | Conflict): StoreLease {
  expect(answer.held).toBe(true);
  return answer as StoreLease;
}

it('keeps a key from the other replica, and names who holds it', async () => {
  const { one, other } = await twoReplicas();
  const lease = expectHeld(await one.acquire({ ...request('build', 'app'), requestId: 'r-1' }));
  const conflict = await other.acquire(request('test', 'app'));
  expect(conflict).toMatchObject({
    held: false,
    key: 'app',
    holder: { operation: 'build', target: 'app', pid: process.pid, requestId: 'r-1' },
  });
  await lease.release();
  expectHeld(await other.acquire(request('test', 'app')));
});

it('proves a hold by its name and fence', async () => {
  const { store, one, other } = await twoReplicas();
  const first = expectHeld(await one.acquire(request('build', 'app')));
  expect(await store.locks.holds(first.outer!.lock)).toBe(true);
  await first.release();
  const second = expectHeld(await other.acquire(request('build', 'app')));
  expect(second.outer!.fence).toBeGreaterThan(first.outer!.fence);
});

it('waits for a key of the other replica, in the order of arrival', async () => {
  const { one, other } = await twoReplicas();
  const order: string[] = [];
  const first = expectHeld(await one.acquire(request('first', 'app')));
  const later = [other, one, other].map(async (locks, index) => {
    const lease = expectHeld(await locks.acquire(request(`waiter ${index}`, 'app'), { waitMs: 60_000 }));
    order.push(`waiter ${index}`);
    await lease.release();
  });
  await first.release();
  await Promise.all(later);
  expect(order).toHaveLength(3);
});

it('gives up its place in line when the wait is over or aborted', async () => {
  const { store, one, other } = await twoReplicas();
  const lease = expectHeld(await one.acquire(request('build', 'app')));
  expect((await other.acquire(request('test', 'app'), { waitMs: 30 })).held).toBe(false);
  const abort = new AbortController();
  const waiting = other.acquire(request('test', 'app'), { waitMs: 60_000, signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await lease.release();
  expect(await store.locks.list()).toEqual([]);
  expectHeld(await one.acquire(request('build', 'app')));
});

it('gives back later what it could not release, and what it may have got without hearing so', async () => {
  const store = openMemoryStore();
  let failing: 'acquire' | 'release' | undefined;
  const fail = () => {
    throw new StoreFailure('away', 'Nobody answers', 'Wait.');
  };
  const flaky: Store = {
    ...store,
    locks: {
      ...store.locks,
      async acquire(claim) {
        const answer = await store.locks.acquire(claim);
        return failing === 'acquire' ? fail() : answer;
      },
      release: lock => (failing === undefined ? store.locks.release(lock) : Promise.reject(new Error('away'))),
    },
  };
  const membership = await Membership.join(flaky, times);
  const locks = locksOf(flaky, membership);
  const lease = expectHeld(await locks.acquire(request('build', 'one')));
  failing = 'release';
  await lease.release();
  failing = 'acquire';
  await expect(locks.acquire(request('build', 'other'))).rejects.toThrow(StoreFailure);
  expect(await store.locks.list()).toHaveLength(2);
  failing = undefined;
  await expect.poll(() => store.locks.list()).toEqual([]);
  await membership.leave();
});

it('fails as unavailable, reason store, where the lease of its replica is lost', async () => {
  const store = openMemoryStore();
  const membership = await Membership.join(store, { leaseMs: 60_000, renewMs: 60_000 });
  await store.replicas.leave(membership.replica);
  const failed = await locksOf(store, membership)
    .acquire(request('build', 'app'))
    .catch(error => error);
  expect(failed).toBeInstanceOf(StoreFailure);
  expect(failed.problem).toMatchObject({ kind: 'unavailable', details: { reason: 'store' } });
});
