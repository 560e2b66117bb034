import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Interruption } from './interruption.js';

// Only the test moves the clock, so the speed of the machine does not matter.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it('does not run out while the last of several waits is under way, and goes on with what was left', async () => {
  const interruption = new Interruption({ timeoutMs: 60 });
  await pass(10);
  const short = interruption.whileStopped(() => after(20));
  const long = interruption.whileStopped(() => after(150));
  await pass(20);
  await short;
  expect(interruption.remainingMs()).toBe(50);
  await pass(130);
  await long;
  expect(interruption.cause).toBeUndefined();
  await pass(49);
  expect(interruption.cause).toBeUndefined();
  await pass(2);
  expect(interruption.cause).toBe('timeout');
});

it('does not start its clock again for a wait that outlives it', async () => {
  const interruption = new Interruption({ timeoutMs: 30 });
  const wait = interruption.whileStopped(() => after(20));
  interruption.close();
  await pass(20);
  await wait;
  await pass(50);
  expect(interruption.cause).toBeUndefined();
});

it('is extended by progress, up to a last deadline that only waiting for an answer moves', async () => {
  const interruption = new Interruption({ timeoutMs: 80, mostMs: 250 });
  const started = performance.now();
  const wait = interruption.whileStopped(() => after(100));
  await pass(100);
  await wait;
  while (!interruption.cause) {
    interruption.extend();
    await pass(10);
  }
  expect(performance.now() - started).toBe(350);
  expect(interruption.signal.reason).toMatchObject({ cause: 'timeout', deadline: 'max_exceeded' });
});

it('tells a deadline without progress from a fixed one', async () => {
  const idle = new Interruption({ timeoutMs: 20, mostMs: 5_000 });
  const fixed = new Interruption({ timeoutMs: 20 });
  fixed.extend();
  await pass(20);
  await Promise.all([idle.fired(), fixed.fired()]);
  expect([idle.signal.reason.deadline, fixed.signal.reason.deadline]).toEqual(['idle', 'fixed']);
});

it('takes no limit at all for the longest time there is, whenever it begins', () => {
  vi.useRealTimers();
  const timers: number[] = [];
  const setTimer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((_: unknown, ms: number) => {
    timers.push(ms);
    return { unref: () => {} } as never;
  }) as never);
  for (let time = 0; time < 200; time++) new Interruption({ timeoutMs: Number.MAX_SAFE_INTEGER });
  setTimer.mockRestore();
  expect(timers).toHaveLength(200);
  expect(Math.max(...timers)).toBe(2_147_483_647);
});
