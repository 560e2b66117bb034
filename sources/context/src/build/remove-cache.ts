import { readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Pace } from '../event-loop/pace.js';

/** Deletes a cache that is not in use, yielding to the event loop between documents. */
export async function removeCache(directory: string): Promise<void> {
  const documents = join(directory, 'documents');
  const pace = new Pace();
  for (const name of namesIn(documents)) {
    try {
      unlinkSync(join(documents, name));
    } catch {
      // The call below deletes it, or fails.
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
