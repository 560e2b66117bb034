import { readdirSync } from 'node:fs';
import type { CacheFiles } from '../cache/cache-files.js';
import { CacheFault } from '../cache/fault.js';
import { readStrictJson, StrictObject } from '../document/strict-json.js';
import { cacheVersionOf, isKnownFormat, type Manifest, type ManifestEntry } from '../manifest/manifest.js';
import { type Check, checks, type VerifyProblem } from '../threads/verify-problem.js';
import { compareUtf8 } from '../words/utf8-order.js';

/** The problems of a cache apart from its documents: of the manifest, of the names in its folder, and of the index. */
export function listingProblems(files: CacheFiles, manifest: Manifest): readonly VerifyProblem[] {
  const ordered = manifest.documents.toSorted((one, other) => compareUtf8(one.id, other.id));
  return [...manifestProblems(manifest, ordered), ...orphans(files, manifest), ...indexProblems(files, ordered)];
}

function manifestProblems(manifest: Manifest, ordered: readonly ManifestEntry[]): readonly VerifyProblem[] {
  const { documents } = manifest;
  const isAscending = documents.every(({ id }, index) => index === 0 || compareUtf8(documents[index - 1]!.id, id) < 0);
  const failed: Partial<Record<Check, boolean>> = {
    format: !isKnownFormat(manifest),
    count: manifest.documentCount !== documents.length,
    order: !isAscending,
    cache_version: manifest.cacheVersion !== cacheVersionOf(ordered),
  };
  return checks.filter(check => failed[check]).map(check => ({ check, file: 'manifest.json', id: '' }));
}

/** Anything in `documents/` that no entry names. */
function orphans(files: CacheFiles, { documents }: Manifest): readonly VerifyProblem[] {
  const listed = new Set(documents.map(({ file }) => file));
  try {
    return readdirSync(files.pathOf('documents'))
      .map(name => `documents/${name}`)
      .filter(file => !listed.has(file))
      .map(file => ({ check: 'orphan', file, id: '' }));
  } catch (error) {
    // A missing folder, or one outside the cache, is reported by the entries.
    if (error instanceof CacheFault && error.kind === 'corrupt') return [];
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : [{ check: 'document_unreadable', file: 'documents', id: '' }];
  }
}

/** The index names the file of every id, in the order of ids, and nothing else. */
function indexProblems(files: CacheFiles, ordered: readonly ManifestEntry[]): readonly VerifyProblem[] {
  const problem: VerifyProblem = { check: 'index', file: 'index.json', id: '' };
  try {
    const value = readStrictJson(files.read('index.json').bytes);
    if (!(value instanceof StrictObject) || value.entries.length !== ordered.length) return [problem];
    const isRight = value.entries.every(([id, file], at) => ordered[at]!.id === id && ordered[at]!.file === file);
    return isRight ? [] : [problem];
  } catch (error) {
    if (error instanceof CacheFault) return [problem];
    throw error;
  }
}
