import { expect, it } from 'vitest';
import { Throttle } from './throttle.js';

it('forgets failures after a minute, counts each address by itself, and says how long to wait', () => {
  const throttle = new Throttle(2);
  expect(throttle.failed('a', 0)).toBe(undefined);
  expect(throttle.failed('a', 10_000)).toBe(undefined);
  expect(throttle.failed('a', 20_000)).toBe(40);
  expect(throttle.failed('b', 20_000)).toBe(undefined);
  expect(throttle.failed('a', 60_000)).toBe(undefined);
  expect(throttle.failed('a', 60_001)).toBe(10);
});

it('remembers a bounded number of addresses, the latest', () => {
  const throttle = new Throttle(1);
  throttle.failed('first', 0);
  for (let address = 0; address < 10_000; address++) throttle.failed(String(address), 1);
  expect(throttle.failed('9999', 2)).toBeGreaterThan(0);
  expect(throttle.failed('first', 3)).toBe(undefined);
});
