import { expect, it } from 'vitest';
import { nearest } from './nearest.js';

it.each([
  ['nme', ['name', 'other'], 'name'],
  ['ehco', ['echo', 'add'], 'echo'],
  ['packageid', ['packageId', 'project'], 'packageId'],
  ['package_id', ['packageId'], 'packageId'],
  ['build', ['Build', 'Rebuild'], 'Build'],
  ['x', ['completely', 'different'], undefined],
  ['anything', [], undefined],
])('finds for %s among %j: %s', (given, candidates, expected) => {
  expect(nearest(given, candidates)).toBe(expected);
});

it('compares long names in bounded time', () => {
  expect(nearest('a'.repeat(1_000_000), ['b'.repeat(1_000_000)])).toBeUndefined();
});
