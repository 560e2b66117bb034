import { expect, it } from 'vitest';
import { Problems } from './problems.js';

const make = (message: string) =>
  new Problems({ name: 's', secrets: ['opal-lantern-77'] }).make('rpc_error', message).message;

it('is one line, without secrets', () => {
  expect(make('no:  \r\n  opal-lantern-77\n')).toBe('no: [REDACTED] ');
});

it('is cut, in a time that does not grow with the square of what a server sends', () => {
  expect(make(`a${' '.repeat(200_000)}b`)).toHaveLength(2_001);
});
