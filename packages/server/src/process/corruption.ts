import type { Settings } from '../settings/settings.js';

/** Counts what goes wrong on standard output, and says when it is too much to go on. */
export function corruptionCounter(settings: Settings, onTooMuch: (count: number) => void): () => void {
  const { corruptionWindowSeconds, corruptionThreshold, allowCorruptStdout } = settings;
  let times: number[] = [];
  return () => {
    const now = performance.now();
    times = [...times.filter(time => now - time < corruptionWindowSeconds * 1_000), now].slice(-10_000);
    if (times.length > corruptionThreshold && !allowCorruptStdout) onTooMuch(times.length);
  };
}
