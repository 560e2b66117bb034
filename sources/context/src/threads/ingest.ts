import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST_DOCUMENT } from '../cache/cache-files.js';
import type { Signature } from '../cache/signature.js';
import { printDocument } from '../document/document.js';
import { idOf } from '../document/id.js';
import { stemOf } from '../document/version.js';
import { readSource, TooLarge } from './read-source.js';

/** Why a source file did not become a document. */
export interface IngestFault {
  readonly kind: 'io' | 'internal';
  readonly detail: string;
  /** Whether the source cannot be read, so that `skipUnreadable` can skip it. */
  readonly isUnreadable: boolean;
}

/** The result of ingesting a source file: its document, or the fault. */
export type Ingested =
  | { readonly version: string; readonly content: string; readonly signature: Signature; readonly isKept: boolean }
  | { readonly fault: IngestFault };

/**
 * Reads the source file at a path below a folder and writes its document file into `documents`, unless `keep` has put one of that
 * version there. Gives a fault in place of throwing.
 */
export function ingest(
  sources: string,
  relative: string,
  documents: string,
  keep: (version: string) => boolean = () => false,
): Ingested {
  try {
    const source = readSource(join(sources, relative));
    if ('code' in source) return faulty('io', `${relative} cannot be read (${source.code})`, true);
    const { bytes, signature } = source;
    if (!isUtf8(bytes)) return faulty('internal', `${relative} is not UTF-8`);
    const version = `sha256:${source.sha256 ?? hash('sha256', bytes, 'hex')}`;
    const content = bytes.toString('utf8');
    const isKept = keep(version);
    if (!isKept) write(join(documents, `${stemOf(version)}.json`), relative, version, content);
    return { version, content, signature, isKept };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof TooLarge || error instanceof RangeError || code === 'ERR_STRING_TOO_LONG')
      return faulty('internal', `${relative} is too large`);
    if (typeof code !== 'string') throw error;
    return faulty('io', `the document of ${relative} cannot be written (${code})`);
  }
}

function faulty(kind: IngestFault['kind'], detail: string, isUnreadable = false): Ingested {
  return { fault: { kind, detail, isUnreadable } };
}

/**
 * Writes a document file. An existing one is left unchanged: it has the same content under another id, for which the build fails, and
 * it may be a hard link to a file of the cache in use.
 */
function write(file: string, relative: string, version: string, content: string): void {
  const printed = Buffer.from(printDocument({ id: idOf(relative), version, source: relative, content, metadata: [] }));
  if (printed.length > LARGEST_DOCUMENT) throw new TooLarge();
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  try {
    for (let from = 0; from < printed.length; ) from += writeSync(descriptor, printed, from);
  } finally {
    closeSync(descriptor);
  }
}
