import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readStrictJson, StrictObject, type StrictValue } from '../document/strict-json.js';
import { countOf, type Manifest } from '../manifest/manifest.js';
import { CacheFiles } from './cache-files.js';
import { CacheFault } from './fault.js';
import { openCacheAt } from './open-cache.js';

/** The facts about a cache that are known without reading its documents. */
export interface Inspection {
  readonly cacheVersion: string;
  readonly documentCount: number;
  readonly totalBytes: number;
  readonly valid: boolean;
}

/** An inspection with the field names and the order in which it is printed. */
export function inspectionFields({ cacheVersion, documentCount, totalBytes, valid }: Inspection) {
  return { cache_version: cacheVersion, document_count: documentCount, total_bytes: totalBytes, valid };
}

/** Looks at a cache and at every document file it lists. A cache whose manifest is broken is a CacheFault. */
export function inspectDocuments(directory: string): Inspection {
  const { files, manifest } = openCacheAt(directory, { anyFormat: true });
  const { cacheVersion, documentCount } = manifest;
  return { cacheVersion, documentCount, ...documentSizes(files, manifest) };
}

/** The bytes of the listed document files that can be examined, and whether all can. */
export function documentSizes(files: CacheFiles, { documents }: Manifest): { totalBytes: number; valid: boolean } {
  let totalBytes = 0;
  let valid = true;
  for (const { file } of documents) {
    const size = sizeOf(files, file);
    totalBytes += size ?? 0;
    valid &&= size !== undefined;
  }
  return { totalBytes, valid };
}

/** The size of a document file; undefined when it cannot be examined. */
export function sizeOf(files: CacheFiles, file: string): number | undefined {
  try {
    const facts = statSync(files.pathOf(file));
    return facts.isFile() ? facts.size : undefined;
  } catch {
    return undefined;
  }
}

const BROKEN: Inspection = { cacheVersion: '', documentCount: 0, totalBytes: 0, valid: false };

/** Inspects a cache without failing on a broken manifest, and without looking at its documents. */
export function inspectLoosely(directory: string): Inspection {
  const fields = looseManifest(directory);
  if (fields === undefined) return BROKEN;
  const cacheVersion = fields.get('cache_version');
  const documentCount = countOf(fields.get('document_count'));
  const known = {
    cacheVersion: typeof cacheVersion === 'string' ? cacheVersion : '',
    documentCount: documentCount ?? 0,
  };
  const totalBytes =
    typeof cacheVersion === 'string' && documentCount !== undefined ? directBytes(directory) : undefined;
  return { ...known, totalBytes: totalBytes ?? 0, valid: totalBytes !== undefined };
}

/** The fields of a manifest, the last of each name; undefined when it is not a JSON object. */
function looseManifest(directory: string): ReadonlyMap<string, StrictValue> | undefined {
  try {
    const { bytes } = new CacheFiles(directory).read('manifest.json');
    const value = readStrictJson(bytes);
    return value instanceof StrictObject ? new Map(value.entries) : undefined;
  } catch (error) {
    if (error instanceof CacheFault && error.kind === 'corrupt') return undefined;
    throw error;
  }
}

/** The total size of the regular files directly in a directory; undefined when it cannot be listed. */
function directBytes(directory: string): number | undefined {
  try {
    let total = 0;
    for (const entry of readdirSync(directory, { withFileTypes: true }))
      if (entry.isFile()) total += lstatSync(join(directory, entry.name)).size;
    return total;
  } catch {
    return undefined;
  }
}
