import { expect, it } from 'vitest';
import type { FromThread } from './messages.js';
import { weightOf } from './unread-messages.js';

const long = 'x'.repeat(1_000);

it.each<FromThread>([
  { type: 'printed', text: long },
  { type: 'progress', value: 1, message: long },
  { type: 'log', level: 'info', data: long, size: long.length },
  { type: 'resource', path: long },
])('what a call can say again and again weighs what it takes up: $type', message => {
  expect(weightOf(message)).toBeGreaterThan(long.length);
});
