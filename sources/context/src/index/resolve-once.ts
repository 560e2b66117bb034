import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StopSignal } from '@concord/engine';
import { answerFromIndex } from '../select/from-index.js';
import { Pace } from '../select/pace.js';
import { idOrderOf, MOST_RANKED } from '../select/rank.js';
import { type Question, scan } from '../select/scan.js';
import type { Selection } from '../select/selection.js';
import { type OpenCache, openCacheAt } from '../store/open-cache.js';
import { onSteadyCache } from '../store/steady.js';
import { checkDocuments } from './check-documents.js';
import { unlessDoubtful } from './doubt.js';
import { LookThread } from './look-thread.js';
import { sidecarOf } from './sidecar-path.js';
import { readSidecar } from './sidecar-read.js';

/** Answers one question about the cache at a path, quicker when a sidecar is there. Writes nothing; the answer is that of a scan. */
export function resolveOnce(path: string, question: Question, signal: StopSignal): Promise<Selection> {
  return onSteadyCache(path, async directory => {
    const thread = isLarge(directory) ? new LookThread() : undefined;
    try {
      const cache = openCacheAt(directory);
      return (await fromSidecar(cache, question, signal, thread)) ?? (await scan(cache, question, signal));
    } finally {
      thread?.close();
    }
  });
}

/** A manifest of so many bytes has files enough to be worth a thread. */
const LARGE_MANIFEST = 2_000_000;

function isLarge(directory: string): boolean {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size(join(directory, 'manifest.json')) > LARGE_MANIFEST && size(sidecarOf(directory)) > 0;
}

/** Undefined when there is no sidecar to be believed. Faults count only when a scan finds them too: it knows which comes first. */
async function fromSidecar(
  cache: OpenCache,
  question: Question,
  signal: StopSignal,
  thread: LookThread | undefined,
): Promise<Selection | undefined> {
  if (cache.manifest.documents.length > MOST_RANKED) return undefined;
  const index = readSidecar(sidecarOf(cache.files.root), cache);
  if (index === undefined) return undefined;
  return unlessDoubtful(async () => {
    await checkDocuments(cache, index.documents, new Pace(signal), thread);
    return answerFromIndex({ ...cache, index, order: idOrderOf(cache.manifest) }, question, signal);
  });
}
