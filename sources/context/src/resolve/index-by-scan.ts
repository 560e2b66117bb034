import { readChecked } from '../cache/checked-document.js';
import type { OpenCache } from '../cache/open-cache.js';
import type { Pace } from '../event-loop/pace.js';
import type { DocumentIndex } from '../index/document-index.js';
import { type Mapped, mergeRuns } from '../index/merge.js';
import { runInMemory } from '../index/run.js';
import { RunBuilder } from '../index/run-builder.js';
import { MemorySink } from '../index/sink.js';
import { TermTable } from '../index/term-table.js';
import { isSettled, nameDocuments } from '../sidecar/sign-documents.js';

/** The memory after which collected words are turned into a run. */
const GATHERED_BYTES = 32 * 1_048_576;

/** Reads and checks every document of a cache and builds its index in memory. Throws the CacheFault of the first damaged document. */
export async function indexByScan({ files, manifest }: OpenCache, pace: Pace): Promise<DocumentIndex> {
  const { documents } = manifest;
  const builder = new RunBuilder();
  const runs: Mapped[] = [];
  const signatures = [];
  for (const [position, entry] of documents.entries()) {
    const now = Date.now();
    const { document, signature } = readChecked(files, entry);
    builder.add(position, document.content);
    if (isSettled(signature, now)) signatures.push({ position, signature });
    if (builder.bytes >= GATHERED_BYTES) runs.push({ source: runInMemory(builder.take()) });
    if (pace.isDue) await pace.turn();
  }
  runs.push({ source: runInMemory(builder.take()) });
  const [terms, postings] = [new MemorySink(), new MemorySink()];
  const table = await mergeRuns(runs, documents.length, { terms, postings }, pace);
  nameDocuments(table, documents);
  for (const { position, signature } of signatures) table.sign(position, signature);
  return { documents: table, terms: new TermTable(terms.whole()), postings: postings.whole() };
}
