import type { StopSignal } from '@concord/engine';
import { openCacheAt } from '../cache/open-cache.js';
import { onSteadyCache } from '../cache/steady.js';
import { Pace } from '../event-loop/pace.js';
import type { DocumentTable } from '../index/document-table.js';
import { TermTable } from '../index/term-table.js';
import { unlessUnusable } from '../index/unusable-index.js';
import { idOrderOf } from '../manifest/id-order.js';
import { answerFromIndex } from '../select/answer-from-index.js';
import { MOST_RANKED } from '../select/rank.js';
import { type Question, scan } from '../select/scan.js';
import type { Selection } from '../select/selection.js';
import { openBySidecar } from '../sidecar/open-by-sidecar.js';
import { openSidecar, type Sidecar } from '../sidecar/sidecar.js';
import { sidecarOf } from '../sidecar/sidecar-path.js';
import { checkDocuments } from './check-documents.js';
import { fileCheckOf } from './file-check.js';
import { FileCheckThread } from './file-check-thread.js';

/** Answers one question about the cache at a path, faster when there is a sidecar. Writes nothing. The answer is that of a scan. */
export function resolveOnce(path: string, question: Question, signal: StopSignal): Promise<Selection> {
  return onSteadyCache(path, async directory => {
    const sidecar = openSidecar(sidecarOf(directory));
    try {
      // A fault counts only when a scan finds it too, because the first fault decides.
      const answer = sidecar && (await unlessUnusable(() => fromSidecar(directory, sidecar, question, signal)));
      return answer ?? (await scan(openCacheAt(directory), question, signal));
    } finally {
      sidecar?.close();
    }
  });
}

/** With more files than this, a second thread is used. */
const MANY = 10_000;

/** Reads only the needed parts of the sidecar. Undefined when it does not match the cache. */
async function fromSidecar(
  directory: string,
  sidecar: Sidecar,
  question: Question,
  signal: StopSignal,
): Promise<Selection | undefined> {
  const documents = sidecar.documents();
  if (documents.count > MOST_RANKED) return undefined;
  // Started before the sidecar is known to match the cache: checking other files does no harm.
  const thread = documents.count > MANY ? new FileCheckThread(fileCheckOf(directory, documents)) : undefined;
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
  thread: FileCheckThread | undefined,
  question: Question,
  signal: StopSignal,
): Promise<Selection | undefined> {
  const cache = openBySidecar(directory, sidecar);
  if (cache === undefined) return undefined;
  await checkDocuments(cache, documents, new Pace(signal), thread);
  const index = { documents, terms: new TermTable(sidecar.section('terms')), postings: sidecar.section('postings') };
  const order = sidecar.header.in_order ? undefined : idOrderOf(cache.manifest);
  return answerFromIndex({ ...cache, index, order }, question, signal);
}
