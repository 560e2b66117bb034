import { expect, it } from 'vitest';
import { type ThreadActivity, ThreadEnding } from './stuck-threads.js';

/** Whether a thread counts as stuck after an hour of looks, each ten minutes apart. */
function isStuckAfterAnHour(activityAt: (look: number) => ThreadActivity | undefined): boolean {
  const ending = new ThreadEnding(0);
  let isStuck = false;
  for (let look = 0; look <= 6; look += 1) isStuck = ending.isStuck(look * 600_000, activityAt(look));
  return isStuck;
}

it('a thread that waits for a processor is never stuck, however long that takes', () => {
  expect(isStuckAfterAnHour(() => ({ isAsleep: false, switches: 7, cpuMs: 20 }))).toBe(false);
});

it('a thread that is slow but moves is not stuck', () => {
  expect(isStuckAfterAnHour(look => ({ isAsleep: true, switches: 7 + look, cpuMs: 20 + look * 10 }))).toBe(false);
});

it('a thread that sleeps in a system call and is not woken is stuck', () => {
  expect(isStuckAfterAnHour(() => ({ isAsleep: true, switches: 7, cpuMs: 20 }))).toBe(true);
});

it('a thread that keeps computing in native code is stuck', () => {
  expect(isStuckAfterAnHour(look => ({ isAsleep: false, switches: 7 + look, cpuMs: look * 1_000 }))).toBe(true);
});

it('a thread that has slept only a moment is not stuck', () => {
  const ending = new ThreadEnding(0);
  const asleep = { isAsleep: true, switches: 7, cpuMs: 20 };
  expect([ending.isStuck(0, asleep), ending.isStuck(400, asleep), ending.isStuck(600, asleep)]).toEqual([
    false,
    false,
    true,
  ]);
});

it('where the system tells nothing, a thread is stuck after ten seconds', () => {
  const ending = new ThreadEnding(1_000);
  expect([ending.isStuck(10_900, undefined), ending.isStuck(11_100, undefined)]).toEqual([false, true]);
});
