import { accessSync, constants, type Stats, statSync } from 'node:fs';
import type { Fault } from './rules.js';

/** What the system tells of a path; undefined where it tells nothing: no such file, one too deep, links in a ring, a folder that may not be searched. */
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

/** Why nothing can work in a directory, which is called what its caller calls it; undefined when it can. */
export function directoryFault(path: string, given: string): Fault | undefined {
  if (!isDirectory(path)) return { reason: 'not found', message: `Directory not found: ${given}` };
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    return { reason: 'not accessible', message: `Directory may not be entered: ${given}` };
  }
}
