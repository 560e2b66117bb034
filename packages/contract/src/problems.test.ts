import { expect, it, vi } from 'vitest';
import { ProblemError, problem } from './problems.js';

it('a problem that another copy of the package threw is known for one', async () => {
  vi.resetModules();
  const copy = await import('./problems.js');
  const thrown = new copy.ProblemError(problem('io', 'no'));
  expect(copy.ProblemError).not.toBe(ProblemError);
  expect(thrown).toBeInstanceOf(ProblemError);
  expect(new Error('no')).not.toBeInstanceOf(ProblemError);
});
