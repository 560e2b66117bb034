import { expect, it } from 'vitest';
import { Interruption } from './interruption.js';

const after = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

it('does not run out while the last of several waits is under way, and goes on with what was left', async () => {
  const interruption = new Interruption(60);
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
  const interruption = new Interruption(30);
  const wait = interruption.whileStopped(() => after(20));
  interruption.close();
  await wait;
  await after(50);
  expect(interruption.cause).toBeUndefined();
});
