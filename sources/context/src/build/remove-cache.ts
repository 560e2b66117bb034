import { readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Pace } from '../event-loop/pace.js';

/** Removes a cache that nobody reads any more. Quick with many documents, and whatever else is there goes too. */
export async function removeCache(directory: string): Promise<void> {
  const documents = join(directory, 'documents');
  const pace = new Pace();
  for (const name of namesIn(documents)) {
    try {
      unlinkSync(join(documents, name));
    } catch {
      // It is met again below, where a failure is told.
    }
    if (pace.isDue) await pace.turn();
  }
  rmSync(directory, { recursive: true, force: true });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
