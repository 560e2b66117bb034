import { expect, it } from 'vitest';
import { LazySignal } from './lazy-signal.js';

it.each([
  ['looks before it', true],
  ['looks only after it', false],
])('tells of a stop whoever %s', (_, early) => {
  const late = new LazySignal();
  if (early) expect(late.signal.aborted).toBe(false);
  late.stop();
  expect(late.signal.aborted).toBe(true);
  expect(late.signal.reason).toMatchObject({ name: 'AbortError', message: 'The call was ended' });
  expect(late.signal).toBe(late.signal);
});
