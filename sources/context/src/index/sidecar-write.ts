import { closeSync, openSync, rmSync } from 'node:fs';
import { Pace } from '../select/pace.js';
import { idOrderOf } from '../select/rank.js';
import { entryStarts } from '../store/canonical-entry.js';
import type { Manifest } from '../store/manifest.js';
import type { DocumentIndex } from './document-index.js';
import { type Mapped, mergeRuns } from './merge.js';
import { SidecarFile } from './sidecar-file.js';
import { canUseSidecars, type SidecarHeader, sha256, UNICODE } from './sidecar-header.js';
import { nameDocuments, signDocuments } from './sign.js';
import { FileSink, type Sink } from './sink.js';
import { type SourceRecord, writeSourceRecords } from './source-records.js';
import type { BytesOnDemand } from './term-table.js';
import { WindowedBytes } from './windowed-bytes.js';

/** The cache a sidecar is written for, in its place. */
export interface SidecarSubject {
  readonly directory: string;
  readonly manifest: Pick<Manifest, 'cacheVersion' | 'documents' | 'isCanonical'>;
  readonly manifestBytes: Buffer;
  /** When the build began that made it, in milliseconds; 0 when nobody knows. */
  readonly startedAt: number;
}

/**
 * Writes the sidecar of a cache that was just built, when nothing will touch its files any more. `sources` are in the order of the
 * manifest. `temporary` is a free path on the same file system, where nothing is left. Rejects when it cannot be written.
 */
export async function writeSidecar(
  path: string,
  temporary: string,
  subject: SidecarSubject,
  runs: readonly Mapped[],
  sources: readonly SourceRecord[],
): Promise<void> {
  const { directory, manifest } = subject;
  const pace = new Pace();
  await writeAside(path, temporary, subject, async file => {
    const aside = `${temporary}.terms`;
    const scratch = openSync(aside, 'wx', 0o600);
    try {
      const terms = new FileSink(scratch);
      const count = manifest.documents.length;
      const table = await file.section('postings', postings => mergeRuns(runs, count, { terms, postings }, pace));
      terms.finish();
      await file.section('terms', sink => copyFile(aside, terms.length, sink));
      nameDocuments(table, manifest.documents);
      await signDocuments(table, directory, manifest.documents, pace);
      await file.section('docs', sink => writeParts(table.sections(), sink));
      await file.section('sources', sink => sink.write(writeSourceRecords(sources)));
    } finally {
      closeSync(scratch);
      rmSync(aside, { force: true });
    }
  });
}

/** Writes an index that is in memory as a sidecar. */
export async function writeIndex(
  path: string,
  temporary: string,
  subject: SidecarSubject,
  index: DocumentIndex,
): Promise<void> {
  const pace = new Pace();
  await writeAside(path, temporary, subject, async file => {
    await file.section('postings', sink => writePaced(index.postings, sink, pace));
    await file.section('terms', sink => writePaced(index.terms.bytes, sink, pace));
    await file.section('docs', sink => writeParts(index.documents.sections(), sink));
    await file.section('sources', () => {});
  });
}

async function writeAside(
  path: string,
  temporary: string,
  { directory, manifest, manifestBytes, startedAt }: SidecarSubject,
  write: (file: SidecarFile) => Promise<void>,
): Promise<void> {
  if (!canUseSidecars) return;
  const header: Omit<SidecarHeader, 'sections'> = {
    unicode: UNICODE,
    cache_version: manifest.cacheVersion,
    manifest_sha256: sha256(manifestBytes),
    started_at: startedAt,
    documents: manifest.documents.length,
    in_order: idOrderOf(manifest) === undefined,
  };
  const file = new SidecarFile(temporary);
  try {
    if (manifest.isCanonical) {
      const starts = entryStarts(manifestBytes, manifest.documents.length);
      await file.section('entries', sink => sink.write(new Uint8Array(starts.buffer)));
    } else await file.section('entries', () => {});
    await write(file);
    file.publish(path, header, directory);
  } finally {
    file.close();
  }
}

const PIECE = 1_048_576;

function copyFile(from: string, length: number, sink: Sink): void {
  const bytes = new WindowedBytes(from, 0, length);
  for (let left = length; left > 0; left -= PIECE) sink.write(bytes.take(Math.min(left, PIECE)));
}

function writeParts(parts: Iterable<Uint8Array>, sink: Sink): void {
  for (const part of parts) sink.write(part);
}

/** Piece by piece: a disk may be slow, and others wait for their turn. */
async function writePaced(bytes: BytesOnDemand, sink: Sink, pace: Pace): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    sink.write(bytes.subarray(at, Math.min(at + PIECE, bytes.length)));
    if (pace.isDue) await pace.turn();
  }
}
