import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSettings } from '../settings/settings.js';
import { watchIdle } from './watches.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('counts from the last use, also when use is only told once', () => {
  const settings = readSettings({ MCPBASH_IDLE_TIMEOUT: '600' }, () => {});
  const onIdle = vi.fn();
  let used = false;
  const watch = watchIdle(
    settings,
    () => {
      const was = used;
      used = false;
      return was;
    },
    onIdle,
  );
  for (let minute = 0; minute < 15; minute++) {
    used = true;
    vi.advanceTimersByTime(60_000);
  }
  vi.advanceTimersByTime(540_000);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(120_000);
  expect(onIdle).toHaveBeenCalledExactlyOnceWith(600);
  watch.stop();
});
