import { expect, it } from 'vitest';
import { Interruption } from './interruption.js';

const after = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

it('does not run out while the last of several waits is under way, and goes on with what was left', async () => {
  const interruption = new Interruption({ timeoutMs: 60 });
  const short = interruption.whileStopped(() => after(20));
  const long = interruption.whileStopped(() => after(150));
  await short;
  const left = interruption.remainingMs();
  expect(left).toBeGreaterThan(30);
  await long;
  expect(interruption.cause).toBeUndefined();
  await after(left + 30);
  expect(interruption.cause).toBe('timeout');
});

it('does not start its clock again for a wait that outlives it', async () => {
  const interruption = new Interruption({ timeoutMs: 30 });
  const wait = interruption.whileStopped(() => after(20));
  interruption.close();
  await wait;
  await after(50);
  expect(interruption.cause).toBeUndefined();
});

it('is won time by progress, up to a last deadline that only waiting for an answer moves', async () => {
  const interruption = new Interruption({ timeoutMs: 80, mostMs: 250 });
  const started = performance.now();
  await interruption.whileStopped(() => after(100));
  while (!interruption.cause) {
    interruption.extend();
    await after(10);
  }
  expect(performance.now() - started).toBeGreaterThan(300);
  expect(interruption.signal.reason).toMatchObject({ cause: 'timeout', deadline: 'max_exceeded' });
});

it('tells a deadline without progress from a fixed one', async () => {
  const idle = new Interruption({ timeoutMs: 20, mostMs: 5_000 });
  const fixed = new Interruption({ timeoutMs: 20 });
  fixed.extend();
  await Promise.all([idle.fired(), fixed.fired()]);
  expect([idle.signal.reason.deadline, fixed.signal.reason.deadline]).toEqual(['idle', 'fixed']);
});
