import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Cached } from './cached.js';

describe('something cached', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is loaded once for all who ask at once, and again when it is too old', async () => {
    let loads = 0;
    const cached = new Cached(60, async () => ++loads);
    const asked = await Promise.all(Array.from({ length: 10 }, () => cached.get()));
    expect(asked.map(each => each.value)).toEqual(Array(10).fill(1));
    vi.advanceTimersByTime(60_000);
    expect(await cached.get()).toEqual({ value: 1, ageSeconds: 60, isFresh: false });
    vi.advanceTimersByTime(1);
    expect(await cached.get()).toMatchObject({ value: 2, isFresh: true });
    expect(cached.metrics).toEqual({ hits: 1, misses: 11, hitRatio: 0.083 });
  });

  it('does not keep a failure', async () => {
    let fails = true;
    const cached = new Cached(60, async () => {
      if (fails) throw new Error('no');
      return 1;
    });
    await expect(cached.get()).rejects.toThrow('no');
    fails = false;
    expect((await cached.get()).value).toBe(1);
  });

  it('can be forced, forgotten, and looked at without loading', async () => {
    let loads = 0;
    const cached = new Cached(60, async () => ++loads);
    expect(cached.peek()).toBeUndefined();
    await cached.get();
    expect((await cached.get(true)).value).toBe(2);
    cached.clear();
    expect(cached.peek()).toBeUndefined();
    expect(loads).toBe(2);
  });
});
