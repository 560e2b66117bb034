import { constants } from 'node:os';
import type { ProcessResult } from '@concord/engine';

/** The exit code of a process: 128 and the number of the signal for one that was killed. */
export function exitCodeOf({ exitCode, signal }: ProcessResult): number {
  return exitCode ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
}
