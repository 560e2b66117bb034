import { describe, it } from 'vitest';
import { openMemoryStore } from '../src/index.js';
import { suite } from './suite/index.js';

describe.each([1, 16])('the store in memory, used by %i at once', processes => {
  const store = openMemoryStore();
  const nameFor = (promise: string, index: number) => (text: string) => `${promise} ${index} ${text}`;
  it.each(suite)('$promise', async ({ promise, run, judge }) => {
    const sharedName = (text: string) => `${promise} ${text}`;
    const running = Array.from({ length: processes }, (_, index) =>
      run({ store, processes, index, name: nameFor(promise, index), sharedName }),
    );
    const returned = await Promise.all(running);
    judge?.(returned);
  });
});
