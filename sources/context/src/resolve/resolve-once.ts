import type { StopSignal } from '@concord/engine';
import { openCacheAt } from '../cache/open-cache.js';
import { onSteadyCache } from '../cache/steady.js';
import { Pace } from '../event-loop/pace.js';
import type { DocumentTable } from '../index/document-table.js';
import { TermTable } from '../index/term-table.js';
import { unlessDoubtful } from '../index/unusable-index.js';
import { idOrderOf } from '../manifest/id-order.js';
import { answerFromIndex } from '../select/answer-from-index.js';
import { MOST_RANKED } from '../select/rank.js';
import { type Question, scan } from '../select/scan.js';
import type { Selection } from '../select/selection.js';
import { openDescribed } from '../sidecar/open-by-sidecar.js';
import { openSidecar, type Sidecar } from '../sidecar/sidecar.js';
import { sidecarOf } from '../sidecar/sidecar-path.js';
import { checkDocuments } from './check-documents.js';
import { lookAt } from './file-check.js';
import { LookThread } from './file-check-thread.js';

/** Answers one question about the cache at a path, quicker when a sidecar is there. Writes nothing; the answer is that of a scan. */
export function resolveOnce(path: string, question: Question, signal: StopSignal): Promise<Selection> {
  return onSteadyCache(path, async directory => {
    const sidecar = openSidecar(sidecarOf(directory));
    try {
      // Faults count only when a scan finds them too: it knows which comes first.
      const answer = sidecar && (await unlessDoubtful(() => fromSidecar(directory, sidecar, question, signal)));
      return answer ?? (await scan(openCacheAt(directory), question, signal));
    } finally {
      sidecar?.close();
    }
  });
}

/** So many files are worth a thread of their own. */
const MANY = 10_000;

/** Reads of the sidecar only what the question needs. Undefined when it is not that of the cache. */
async function fromSidecar(
  directory: string,
  sidecar: Sidecar,
  question: Question,
  signal: StopSignal,
): Promise<Selection | undefined> {
  const documents = sidecar.documents();
  if (documents.count > MOST_RANKED) return undefined;
  // Nobody knows yet whether these are the files of the cache; if they are not, no harm was done.
  const thread = documents.count > MANY ? new LookThread(lookAt(directory, documents)) : undefined;
  try {
    return await answerWith(directory, sidecar, documents, thread, question, signal);
  } finally {
    thread?.close();
  }
}

async function answerWith(
  directory: string,
  sidecar: Sidecar,
  documents: DocumentTable,
  thread: LookThread | undefined,
  question: Question,
  signal: StopSignal,
): Promise<Selection | undefined> {
  const cache = openDescribed(directory, sidecar);
  if (cache === undefined) return undefined;
  await checkDocuments(cache, documents, new Pace(signal), thread);
  const index = { documents, terms: new TermTable(sidecar.section('terms')), postings: sidecar.section('postings') };
  const order = sidecar.header.in_order ? undefined : idOrderOf(cache.manifest);
  return answerFromIndex({ ...cache, index, order }, question, signal);
}
