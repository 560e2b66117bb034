import { setImmediate as turn } from 'node:timers/promises';
import type { StopSignal } from '@concord/engine';
import { type Ingested, type Ingredient, ingest } from './ingest.js';

/** How long is worked before others have a turn: a signal, the line that shows progress. */
const TURN_MS = 20;

/** Takes in all source files, and gives what became of each in the same order. */
export async function ingestAll(
  files: readonly Ingredient[],
  documents: string,
  { signal, onProgress }: { readonly signal: StopSignal; readonly onProgress?: (done: number, total: number) => void },
): Promise<readonly Ingested[]> {
  const results: Ingested[] = [];
  let until = performance.now() + TURN_MS;
  for (const file of files) {
    results.push(ingest(file, documents, false));
    if (performance.now() < until) continue;
    onProgress?.(results.length, files.length);
    await turn();
    signal.throwIfAborted();
    until = performance.now() + TURN_MS;
  }
  return results;
}
