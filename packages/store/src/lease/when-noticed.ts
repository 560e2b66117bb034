import { whenAborted } from '@concord/engine';
import type { Notice } from '../parts/notices.js';
import type { Store } from '../store.js';

/** Resolves when the store tells of this, or when the time is over; rejects with the signal's reason when it is aborted first. */
export function whenNoticed(
  store: Store,
  { topic, key }: Notice,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = (finish: () => void) => () => {
      clearTimeout(timer);
      stopListening();
      stopWaiting?.();
      finish();
    };
    const timer = setTimeout(
      end(() => resolve()),
      milliseconds,
    );
    const stopListening = store.onNotice(notice => {
      if (notice.topic === topic && (notice.key === undefined || key === undefined || notice.key === key))
        end(() => resolve())();
    });
    const stopWaiting =
      signal &&
      whenAborted(
        signal,
        end(() => reject(signal.reason)),
      );
  });
}
