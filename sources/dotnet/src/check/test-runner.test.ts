import { expect, it } from 'vitest';
import { projectArgumentStyle } from '../argv/test.js';
import { runnerProblems } from './test-runner.js';

it('refuses what the platform cannot do, and nothing of VSTest', () => {
  const args = { logger: 'console', blame: true };
  expect(runnerProblems(args, 'vstest')).toEqual([]);
  expect(runnerProblems(args, 'microsoft-testing-platform')).toMatchObject([
    {
      message: "Parameter 'logger' is not supported by Microsoft.Testing.Platform",
      details: { parameter: 'logger', reason: 'not supported by runner' },
    },
    { details: { parameter: 'blame' } },
  ]);
  expect(runnerProblems({ logger: 'trx', blame: false }, 'microsoft-testing-platform')).toEqual([]);
});

it('says how the project is given', () => {
  expect(projectArgumentStyle({}, 'vstest')).toEqual({ projectArgumentStyle: 'none' });
  expect(projectArgumentStyle({ project: 'A' }, 'vstest')).toEqual({ projectArgumentStyle: 'positional' });
  expect(projectArgumentStyle({ project: 'A' }, 'microsoft-testing-platform')).toEqual({
    projectArgumentStyle: '--project',
  });
  expect(projectArgumentStyle({ project: 'A.slnx' }, 'microsoft-testing-platform')).toEqual({
    projectArgumentStyle: 'none',
    solutionArgumentStyle: '--solution',
  });
});
