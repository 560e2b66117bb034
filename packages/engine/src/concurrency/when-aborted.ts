interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls back once when the signal is aborted, unless the returned function was called before. However many wait, the
 * signal has one listener, so that hundreds of calls under one signal are not taken for a leak; none when nobody waits.
 */
export function whenAborted(signal: AbortSignal, callback: () => void): () => void {
  const waiting = waitingFor.get(signal) ?? listenTo(signal);
  // One of its own for each call, should the same function be given twice.
  const entry = (): void => callback();
  waiting.callbacks.add(entry);
  return () => {
    waiting.callbacks.delete(entry);
    if (waiting.callbacks.size > 0 || waitingFor.get(signal) !== waiting) return;
    waitingFor.delete(signal);
    signal.removeEventListener('abort', waiting.listener);
  };
}

function listenTo(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    waitingFor.delete(signal);
    for (const callback of callbacks) callback();
  };
  const waiting = { callbacks, listener };
  waitingFor.set(signal, waiting);
  signal.addEventListener('abort', listener, { once: true });
  return waiting;
}
