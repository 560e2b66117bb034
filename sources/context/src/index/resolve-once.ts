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
import { lookAt } from './look.js';
import { LookThread } from './look-thread.js';
import { sidecarOf } from './sidecar-path.js';
import { type EarlyDocuments, readEarly, readSidecar } from './sidecar-read.js';

/** Answers one question about the cache at a path, quicker when a sidecar is there. Writes nothing; the answer is that of a scan. */
export function resolveOnce(path: string, question: Question, signal: StopSignal): Promise<Selection> {
  return onSteadyCache(path, async directory => {
    const early = readEarly(sidecarOf(directory));
    const thread =
      early && early.documents.count > MANY ? new LookThread(lookAt(directory, early.documents)) : undefined;
    try {
      const cache = openCacheAt(directory);
      return (await fromSidecar(cache, question, signal, early, thread)) ?? (await scan(cache, question, signal));
    } finally {
      thread?.close();
    }
  });
}

/** So many files are worth a thread of their own. */
const MANY = 10_000;

/** Undefined when there is no sidecar to be believed. Faults count only when a scan finds them too: it knows which comes first. */
async function fromSidecar(
  cache: OpenCache,
  question: Question,
  signal: StopSignal,
  early: EarlyDocuments | undefined,
  thread: LookThread | undefined,
): Promise<Selection | undefined> {
  if (early === undefined || cache.manifest.documents.length > MOST_RANKED) return undefined;
  const index = readSidecar(sidecarOf(cache.files.root), cache, early);
  if (index === undefined) return undefined;
  return unlessDoubtful(async () => {
    // A thread that looked at the files of another sidecar has seen nothing that counts.
    const helper = index.documents === early.documents ? thread : undefined;
    await checkDocuments(cache, index.documents, new Pace(signal), helper);
    return answerFromIndex({ ...cache, index, order: idOrderOf(cache.manifest) }, question, signal);
  });
}
