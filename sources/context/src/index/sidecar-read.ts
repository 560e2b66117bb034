import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { OpenCache } from '../store/open-cache.js';
import type { Signature } from '../store/signature.js';
import type { DocumentIndex } from './document-index.js';
import { DocumentTable } from './document-table.js';
import { IndexDoubt } from './doubt.js';
import type { TermPostings, TermSource } from './run.js';
import {
  canUseSidecars,
  HEADER_END,
  readHeader,
  type SectionName,
  type SidecarHeader,
  sha256,
} from './sidecar-header.js';
import { readSourceRecords, type SourceRecord } from './source-records.js';
import { TermTable } from './term-table.js';
import { readFully } from './windowed-bytes.js';

type Described = Pick<OpenCache, 'manifest' | 'manifestBytes'>;

/** What a sidecar says of documents, before anybody knows whether it fits. */
export interface EarlyDocuments {
  readonly header: string;
  readonly documents: DocumentTable;
}

/** Reads only what a sidecar says of documents: it may be of use while the manifest is read. */
export function readEarly(path: string): EarlyDocuments | undefined {
  return withSidecar(
    path,
    () => true,
    (header, section) => ({
      header: JSON.stringify(header),
      documents: DocumentTable.from(section('docs'), header.documents),
    }),
  );
}

/**
 * The index in the sidecar of a cache; undefined when there is none that fits it in every byte. What was read of it early is not
 * read again.
 */
export function readSidecar(path: string, cache: Described, early?: EarlyDocuments): DocumentIndex | undefined {
  return withSidecar(path, fits(cache), (header, section) => {
    const isRead = early !== undefined && early.header === JSON.stringify(header);
    return indexIn(header, section, isRead ? early.documents : undefined);
  });
}

/** A source whose document may be taken over from a cache. */
export interface RecordedSource extends SourceRecord {
  /** The place of its document in the manifest of that cache. */
  readonly position: number;
  readonly version: string;
  /** What its document file looked like. */
  readonly fileSignature: Signature;
}

/** What a build can take over from the one before. */
export interface Reusable {
  /** When that build began, in milliseconds. */
  readonly startedAt: number;
  readonly sources: readonly RecordedSource[];
  /** The words of all its documents, by their positions in its manifest. */
  readonly words: TermSource;
}

/** What the sidecar of a cache tells the next build; undefined when there is none that fits, or when its writer saw no sources. */
export function readReusable(path: string, cache: Described): Reusable | undefined {
  return withSidecar(path, fits(cache), (header, section) => {
    const records = readSourceRecords(section('sources'));
    if (records.length !== header.documents) return undefined;
    const index = indexIn(header, section);
    const sources = records.map((record, position) => ({
      ...record,
      position,
      version: cache.manifest.documents[position]!.version,
      fileSignature: index.documents.signature(position),
    }));
    return { startedAt: header.started_at, sources, words: wordsOf(index) };
  });
}

function withSidecar<Result>(
  path: string,
  isFitting: (header: SidecarHeader) => boolean,
  work: (header: SidecarHeader, section: (name: SectionName) => Buffer) => Result | undefined,
): Result | undefined {
  if (!canUseSidecars) return undefined;
  let descriptor: number | undefined;
  try {
    // A link could lead anywhere.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0));
    const header = headerOf(descriptor);
    return header && isFitting(header) ? work(header, name => readSection(descriptor!, header, name)) : undefined;
  } catch (error) {
    // Whatever is wrong with it, the cache can be read without.
    if (error instanceof IndexDoubt || error instanceof RangeError) return undefined;
    if (typeof (error as NodeJS.ErrnoException).code === 'string') return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function headerOf(descriptor: number): SidecarHeader | undefined {
  if (!fstatSync(descriptor).isFile()) return undefined;
  const bytes = Buffer.allocUnsafe(HEADER_END);
  readFully(descriptor, bytes, 0);
  return readHeader(bytes);
}

function fits({ manifest, manifestBytes }: Described): (header: SidecarHeader) => boolean {
  return header =>
    header.cache_version === manifest.cacheVersion &&
    header.documents === manifest.documents.length &&
    header.manifest_sha256 === sha256(manifestBytes);
}

function readSection(descriptor: number, { sections }: SidecarHeader, name: SectionName): Buffer {
  const { offset, length, sha256: expected } = sections[name];
  // A length that the file does not have is found out before memory is taken for it.
  if (offset + length > fstatSync(descriptor).size) throw new IndexDoubt('a section is missing');
  const bytes = Buffer.allocUnsafe(length);
  readFully(descriptor, bytes, offset);
  if (sha256(bytes) !== expected) throw new IndexDoubt('a section was changed');
  return bytes;
}

function indexIn(
  header: SidecarHeader,
  section: (name: SectionName) => Buffer,
  documents = DocumentTable.from(section('docs'), header.documents),
): DocumentIndex {
  return {
    documents,
    terms: new TermTable(section('terms')),
    postings: section('postings'),
  };
}

function wordsOf({ documents, terms, postings }: DocumentIndex): TermSource {
  return {
    documents: Array.from(documents.words, (words, position) => ({
      position,
      words,
      tokens: documents.tokens[position]!,
    })),
    *terms(): Generator<TermPostings, undefined> {
      for (const { term, offset, length } of terms.all()) {
        if (offset + length > postings.length) throw new IndexDoubt('the postings of a term are missing');
        yield { term, postings: postings.subarray(offset, offset + length) };
      }
      return undefined;
    },
  };
}
