import { expect, it } from 'vitest';
import type { ConnectOptions } from '../connection/options.js';
import { withElicitationDefaults } from './elicitation-defaults.js';

const requestedSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'Ada' },
    age: { type: 'integer' },
    sure: { type: 'boolean', default: false },
  },
};

const answer = (given: object, applyDefaults: boolean) => {
  const options: ConnectOptions = {
    handlers: { 'elicitation/create': () => given as never },
    capabilities: { elicitation: { form: { applyDefaults } } },
  };
  return withElicitationDefaults(options).handlers!['elicitation/create']!({ requestedSchema });
};

it('fills in what was left out of an accepted form, and nothing else', async () => {
  expect(await answer({ action: 'accept', content: { name: 'Grace' } }, true)).toEqual({
    action: 'accept',
    content: { name: 'Grace', sure: false },
  });
  expect(await answer({ action: 'accept' }, true)).toEqual({ action: 'accept', content: { name: 'Ada', sure: false } });
  expect(await answer({ action: 'decline' }, true)).toEqual({ action: 'decline' });
  expect(await answer({ action: 'accept', content: {} }, false)).toEqual({ action: 'accept', content: {} });
});
