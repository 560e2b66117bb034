import { closeSync, openSync, rmSync } from 'node:fs';
import { Pace } from '../event-loop/pace.js';
import type { DocumentIndex } from '../index/document-index.js';
import type { DocumentTable } from '../index/document-table.js';
import { type Mapped, mergeRuns } from '../index/merge.js';
import type { Sink } from '../index/sink.js';
import type { BytesOnDemand } from '../index/term-table.js';
import { WindowedBytes } from '../index/windowed-bytes.js';
import { entryStarts } from '../manifest/canonical-entry.js';
import { idOrderOf } from '../manifest/id-order.js';
import type { Manifest } from '../manifest/manifest.js';
import { FileSink } from './file-sink.js';
import { SidecarFile } from './sidecar-file.js';
import { canUseSidecars, type SidecarHeader, sha256, UNICODE } from './sidecar-header.js';
import { nameDocuments, signDocuments } from './sign-documents.js';
import { NO_SOURCES, type SourceRecords, sourceRecordsParts } from './source-records.js';

/** The cache that a sidecar is written for. */
export interface SidecarSubject {
  readonly directory: string;
  readonly manifest: Pick<Manifest, 'cacheVersion' | 'documents' | 'isCanonical'>;
  readonly manifestBytes: Buffer;
  /** When its build began, in milliseconds; 0 when that is unknown. */
  readonly startedAt: number;
}

/** A sidecar with everything that is known before its cache is swapped in. Ends with `publishSidecar` or `file.close`. */
export interface SidecarDraft {
  readonly file: SidecarFile;
  /** The table of documents, without signatures. */
  readonly table: DocumentTable;
}

/**
 * Merges the words of a cache into a sidecar at `temporary`, a free path on the file system of the cache, where nothing is left in the
 * end. Rejects when it cannot be written.
 */
export function draftSidecar(
  temporary: string,
  { manifest, manifestBytes }: Pick<SidecarSubject, 'manifest' | 'manifestBytes'>,
  runs: readonly Mapped[],
  pace = new Pace(),
): Promise<SidecarDraft> {
  return withNewFile(temporary, async file => {
    await writeEntries(file, manifest, manifestBytes);
    const spilled = `${temporary}.terms`;
    const scratch = openSync(spilled, 'wx', 0o600);
    try {
      const terms = new FileSink(scratch);
      const count = manifest.documents.length;
      const table = await file.section('postings', postings => mergeRuns(runs, count, { terms, postings }, pace));
      terms.finish();
      await file.section('terms', sink => copyFile(spilled, terms.length, sink));
      nameDocuments(table, manifest.documents);
      return { file, table };
    } finally {
      closeSync(scratch);
      rmSync(spilled, { force: true });
    }
  });
}

/** Records the signatures of a cache's documents, whose files must not change any more, and puts the sidecar beside the cache. */
export async function publishSidecar(
  path: string,
  { file, table }: SidecarDraft,
  subject: SidecarSubject,
  sources: SourceRecords = NO_SOURCES,
): Promise<void> {
  try {
    await signDocuments(table, subject.directory, subject.manifest.documents, new Pace());
    await file.section('docs', sink => writeParts(table.sections(), sink));
    await file.section('sources', sink => writeParts(sourceRecordsParts(sources), sink));
    file.publish(path, headerOf(subject), subject.directory);
  } finally {
    file.close();
  }
}

/** Writes an index that is in memory as a sidecar. */
export async function writeIndex(
  path: string,
  temporary: string,
  subject: SidecarSubject,
  index: DocumentIndex,
): Promise<void> {
  if (!canUseSidecars) return;
  const pace = new Pace();
  const file = await withNewFile(temporary, async started => {
    await writeEntries(started, subject.manifest, subject.manifestBytes);
    await started.section('postings', sink => writePaced(index.postings, sink, pace));
    await started.section('terms', sink => writePaced(index.terms.bytes, sink, pace));
    await started.section('docs', sink => writeParts(index.documents.sections(), sink));
    await started.section('sources', () => {});
    started.publish(path, headerOf(subject), subject.directory);
    return started;
  });
  file.close();
}

/** Runs work on a new file, which is deleted when the work fails. */
async function withNewFile<Result>(temporary: string, work: (file: SidecarFile) => Promise<Result>): Promise<Result> {
  const file = new SidecarFile(temporary);
  try {
    return await work(file);
  } catch (error) {
    file.close();
    throw error;
  }
}

function headerOf({ manifest, manifestBytes, startedAt }: SidecarSubject): Omit<SidecarHeader, 'sections'> {
  return {
    unicode: UNICODE,
    cache_version: manifest.cacheVersion,
    manifest_sha256: sha256(manifestBytes),
    started_at: startedAt,
    documents: manifest.documents.length,
    in_order: idOrderOf(manifest) === undefined,
  };
}

/** Writes the offsets of the entries of a canonical manifest. */
async function writeEntries(file: SidecarFile, manifest: SidecarSubject['manifest'], bytes: Buffer): Promise<void> {
  const starts = entryStarts(bytes, manifest.isCanonical ? manifest.documents.length : 0);
  await file.section('entries', sink => sink.write(new Uint8Array(starts.buffer)));
}

const PIECE = 1_048_576;

function copyFile(from: string, length: number, sink: Sink): void {
  const bytes = new WindowedBytes(from, 0, length);
  for (let left = length; left > 0; left -= PIECE) sink.write(bytes.take(Math.min(left, PIECE)));
}

function writeParts(parts: Iterable<Uint8Array>, sink: Sink): void {
  for (const part of parts) sink.write(part);
}

/** Writes in pieces, and yields to the event loop between them. */
async function writePaced(bytes: BytesOnDemand, sink: Sink, pace: Pace): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    sink.write(bytes.subarray(at, Math.min(at + PIECE, bytes.length)));
    if (pace.isDue) await pace.turn();
  }
}
