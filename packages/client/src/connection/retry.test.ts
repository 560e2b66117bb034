import { expect, it } from 'vitest';
import { Deadline } from './deadline.js';
import { Problems } from './problems.js';
import { mayTryAgain, waitBefore } from './retry.js';

const problems = new Problems({ name: 'fixture', secrets: [] });

it('waits longer each time, a quarter more or less', () => {
  const ends = (attempt: number) => [waitBefore(attempt, () => 0), waitBefore(attempt, () => 1)];
  expect([0, 1, 2, 3].map(ends)).toEqual([
    [188, 313],
    [375, 625],
    [750, 1_250],
    [750, 1_250],
  ]);
});

it('is over for a lasting problem, after the last try, and where the wait would end too late', async () => {
  const deadline = new Deadline(1_000, undefined);
  const passing = problems.passing('unreachable', 'down');
  expect(await mayTryAgain(problems.make('unreachable', 'down'), 0, 3, deadline)).toBe(false);
  expect(await mayTryAgain(passing, 3, 3, deadline)).toBe(false);
  expect(await mayTryAgain(problems.passing('server_exited', 'x', {}, { atMost: 1 }), 1, 3, deadline)).toBe(false);
  expect(await mayTryAgain(problems.passing('unreachable', 'x', {}, { afterMs: 5_000 }), 0, 3, deadline)).toBe(false);
  expect(await mayTryAgain(passing, 0, 3, deadline)).toBe(true);
  deadline.dispose();
});
