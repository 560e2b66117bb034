import type { Settings } from '../settings/settings.js';

/** Notices that a server is not used any more. */
export interface IdleWatch {
  /** Starts the time anew, because there was input. */
  touch(): void;
  stop(): void;
}

/** Calls `onIdle` when there was no input for the set time and `busy` says that nothing is in progress. */
export function watchIdle(settings: Settings, busy: () => boolean, onIdle: (seconds: number) => void): IdleWatch {
  const { idleSeconds, idleExit, ciMode } = settings;
  if (!idleExit || ciMode || idleSeconds === 0) return { touch: () => {}, stop: () => {} };
  let last = performance.now();
  const look = () => {
    if (busy()) last = performance.now();
    const quiet = performance.now() - last;
    if (quiet >= idleSeconds * 1_000) onIdle(idleSeconds);
    else timer = setTimeout(look, Math.min(idleSeconds * 1_000 - quiet, 60_000)).unref();
  };
  let timer = setTimeout(look, Math.min(idleSeconds * 1_000, 60_000)).unref();
  return {
    touch: () => {
      last = performance.now();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Calls `onOrphaned` when the parent process is gone. Returns a function that stops watching. */
export function watchParent(settings: Settings, onOrphaned: () => void): () => void {
  const parent = process.ppid;
  const { orphanExit, orphanCheckSeconds, ciMode } = settings;
  if (!orphanExit || ciMode || parent === 1 || process.platform === 'win32') return () => {};
  const timer = setInterval(() => {
    if (process.ppid !== parent) onOrphaned();
  }, orphanCheckSeconds * 1_000).unref();
  return () => clearInterval(timer);
}
