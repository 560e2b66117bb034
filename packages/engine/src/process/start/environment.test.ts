import { expect, it } from 'vitest';
import { allowedEnvironment } from './environment.js';

const env = {
  PATH: '/bin',
  LC_ALL: 'C',
  LC_TIME: 'C',
  LCX: '1',
  path: 'x',
  HTTPS_PROXY: 'p',
  SECRET: 's',
  GONE: undefined,
};

it('passes exact names and names with a prefix, nothing else', () => {
  expect(allowedEnvironment(env, ['LC_*', 'SECRET', 'GONE', 'MISSING'])).toEqual({
    LC_ALL: 'C',
    LC_TIME: 'C',
    SECRET: 's',
  });
  expect(allowedEnvironment(env, [])).toEqual({});
  expect(Object.keys(allowedEnvironment(env, ['*']))).toHaveLength(7);
});

it('has a default that knows no secrets', () => {
  expect(allowedEnvironment(env)).toEqual({ PATH: '/bin', LC_ALL: 'C', LC_TIME: 'C', HTTPS_PROXY: 'p' });
});
