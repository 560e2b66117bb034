import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { whenAborted } from './when-aborted.js';

it('has one listener for all, none when nobody waits, and calls each that still waits once', () => {
  const abort = new AbortController();
  const called: number[] = [];
  const listeners = () => getEventListeners(abort.signal, 'abort').length;
  const stops = [1, 2, 3].map(number => whenAborted(abort.signal, () => called.push(number)));
  expect(listeners()).toBe(1);
  for (const stop of stops) stop();
  expect(listeners()).toBe(0);
  const [, stopFifth] = [4, 5, 6].map(number => whenAborted(abort.signal, () => called.push(number)));
  stopFifth?.();
  stopFifth?.();
  expect(listeners()).toBe(1);
  abort.abort();
  abort.abort();
  expect(called).toEqual([4, 6]);
  expect(listeners()).toBe(0);
});
