import { readdirSync, statSync } from 'node:fs';
import { CacheFault } from '../cache/fault.js';

/** Makes sure that sources are a directory that can be listed; throws a CacheFault that names it when not. */
export function requireSources(sources: string): void {
  try {
    if (!statSync(sources).isDirectory()) throw new CacheFault('io', `the sources ${sources} are not a directory`);
    readdirSync(sources);
  } catch (error) {
    if (error instanceof CacheFault) throw error;
    throw new CacheFault('io', `the sources ${sources} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
