import { createHash } from 'node:crypto';
import type { Document } from '../document/document.js';
import { readDocument } from '../document/read-document.js';
import type { ManifestEntry } from '../manifest/manifest.js';
import type { CacheFiles } from './cache-files.js';
import { CacheFault } from './fault.js';
import type { Signature } from './signature.js';

/** A document that matches its manifest entry. */
export interface CheckedDocument {
  readonly document: Document;
  readonly contentBytes: number;
  readonly signature: Signature;
}

/** Reads one document of a cache and checks it against its entry; throws a CacheFault when they do not agree. */
export function readChecked(files: CacheFiles, { id, version, file }: ManifestEntry): CheckedDocument {
  const { bytes, signature } = files.read(file);
  const document = readDocument(bytes);
  if (document === undefined) throw new CacheFault('corrupt', `${file} is not a document`);
  if (document.id !== id) throw new CacheFault('corrupt', `${file} is not the document its entry names`);
  const hash = createHash('sha256').update(document.content).digest('hex');
  if (version !== `sha256:${hash}`) throw new CacheFault('corrupt', `${file} was changed since the cache was built`);
  return { document, contentBytes: Buffer.byteLength(document.content), signature };
}
