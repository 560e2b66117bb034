import { invalidParameter, type Problem } from '@concord/contract';
import { directoryFault } from '../check/stats.js';
import { missingCli } from '../outcome/ends.js';
import { masked } from './masked.js';
import type { Work } from './work.js';

/** Why a program could not be started: its working directory is unusable, or there is no CLI. */
export function notStarted(work: Work, reason: string, command: string): Problem {
  const { directory, args } = work;
  const fault = directoryFault(directory, String(args.workingDirectory ?? directory));
  return fault === undefined
    ? missingCli(reason, masked(work, command))
    : invalidParameter('workingDirectory', fault.reason, fault.message);
}
