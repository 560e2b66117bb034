import { accessSync, constants, type Stats, statSync } from 'node:fs';
import type { Fault } from './rules.js';

/** The state of a path; undefined when it cannot be looked at: missing, too long, a cycle of links, or in a folder without permission. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether a path leads to a directory. */
export function isDirectory(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

/** Why a directory cannot be a working directory; undefined when it can. The message names it as the caller wrote it. */
export function directoryFault(path: string, given: string): Fault | undefined {
  if (!isDirectory(path)) return { reason: 'not found', message: `Directory not found: ${given}` };
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    return { reason: 'not accessible', message: `Directory may not be entered: ${given}` };
  }
}
