import { whenAborted } from './when-aborted.js';

/** The longest delay a timer can have; a longer one would fire at once. */
export const longestTimer = 2 ** 31 - 1;

/** Resolves after `milliseconds`; rejects with the signal's reason when it is aborted before that. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(
      () => {
        stopListening?.();
        resolve();
      },
      Math.min(milliseconds, longestTimer),
    );
    const stopListening =
      signal &&
      whenAborted(signal, () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
  });
}

/** Delays that grow from `first` to `last` milliseconds, each shortened at random so that waiters do not march in step. */
export function* growingDelays(first: number, last: number): Generator<number, never> {
  for (let delay = first; ; delay = Math.min(last, delay * 1.5))
    yield Math.max(first, delay * (0.5 + Math.random() / 2));
}
