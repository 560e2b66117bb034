import { Stop, type StopSignal } from '@concord/engine';
import { expect, it } from 'vitest';
import { SharedWork } from './shared-work.js';

/** Work that ends when it is told to. */
function held() {
  const works = new SharedWork<string>();
  const started: { readonly signal: StopSignal; readonly end: (result: string) => void }[] = [];
  const start = (signal: StopSignal) =>
    new Promise<string>((resolve, reject) => {
      started.push({ signal, end: resolve });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { works, started, join: (signal = new Stop()) => works.join('name', start, signal) };
}

it('does once what twenty ask for at once, and again for who comes later', async () => {
  const { join, started } = held();
  const all = Array.from({ length: 20 }, () => join());
  expect(started).toHaveLength(1);
  started[0]!.end('done');
  expect(new Set(await Promise.all(all))).toEqual(new Set(['done']));
  const later = join();
  expect(started).toHaveLength(2);
  started[1]!.end('again');
  expect(await later).toBe('again');
});

it('goes on while one still waits, and stops with the last', async () => {
  const { join, started } = held();
  const signals = [new Stop(), new Stop()];
  const waiting = signals.map(signal => join(signal));
  signals[0]!.stop(new Error('first'));
  await expect(waiting[0]).rejects.toThrow('first');
  expect(started[0]!.signal.aborted).toBe(false);
  signals[1]!.stop(new Error('second'));
  await expect(waiting[1]).rejects.toThrow('second');
  expect(started[0]!.signal.aborted).toBe(true);
  const next = join();
  started[1]!.end('fresh');
  expect(await next).toBe('fresh');
});
