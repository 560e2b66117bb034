import { readdirSync } from 'node:fs';
import type { StopSignal } from '@concord/engine';
import { readStrictJson, StrictObject } from '../document/strict-json.js';
import { compareUtf8 } from '../select/utf8-order.js';
import type { Contained } from './contained.js';
import { startCrew, threadsFor } from './crew.js';
import { CacheFault } from './fault.js';
import { cacheVersionOf, isKnownFormat, type Manifest, type ManifestEntry } from './manifest.js';
import { type OpenCache, openCacheAt } from './open-cache.js';
import { onSteadyCache } from './steady.js';

/** Everything that can be wrong with a cache, in the order it is reported. */
export const checks = [
  'manifest',
  'format',
  'count',
  'order',
  'cache_version',
  'file_path',
  'file_name',
  'document_missing',
  'document_unreadable',
  'document_json',
  'document_id',
  'document_version',
  'document_hash',
  'orphan',
  'index',
] as const;

export type Check = (typeof checks)[number];

export interface VerifyProblem {
  readonly check: Check;
  readonly file: string;
  readonly id: string;
}

export interface Verification {
  readonly cacheVersion: string;
  readonly documentCount: number;
  readonly documentsChecked: number;
  readonly totalBytes: number;
  readonly problems: readonly VerifyProblem[];
}

/** How a cache is verified. */
export interface VerifyOptions {
  readonly signal: StopSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Reads and hashes everything in the cache at a path, and tells all that is wrong. Only a cache that is not there, or whose manifest
 * may not be read, is a CacheFault. A build that goes by is never taken for damage.
 */
export async function verify(path: string, options: VerifyOptions): Promise<Verification> {
  try {
    return await onSteadyCache(path, async directory => {
      const report = await verifyOnce(directory, options);
      if (report.problems.length > 0) throw new Damage(report);
      return report;
    });
  } catch (error) {
    if (error instanceof Damage) return error.report;
    throw error;
  }
}

class Damage extends CacheFault {
  constructor(readonly report: Verification) {
    super('corrupt', `${report.problems.length} problems`);
  }
}

const MANIFEST = 'manifest.json';
const BROKEN: Verification = {
  cacheVersion: '',
  documentCount: 0,
  documentsChecked: 0,
  totalBytes: 0,
  problems: [{ check: 'manifest', file: MANIFEST, id: '' }],
};

async function verifyOnce(directory: string, options: VerifyOptions): Promise<Verification> {
  const cache = opened(directory);
  if (cache === undefined) return BROKEN;
  const { files, manifest } = cache;
  const { cacheVersion, documentCount } = manifest;
  const ordered = manifest.documents.toSorted((one, other) => compareUtf8(one.id, other.id));
  const { checked, totalBytes, problems } = await verifyDocuments(directory, manifest, options);
  problems.push(...manifestProblems(manifest, ordered), ...orphans(files, manifest), ...indexProblems(files, ordered));
  problems.sort(
    (one, other) =>
      checks.indexOf(one.check) - checks.indexOf(other.check) ||
      compareUtf8(one.file, other.file) ||
      compareUtf8(one.id, other.id),
  );
  return { cacheVersion, documentCount, documentsChecked: checked, totalBytes, problems };
}

function opened(directory: string): OpenCache | undefined {
  try {
    return openCacheAt(directory, { anyFormat: true });
  } catch (error) {
    if (error instanceof CacheFault && error.kind === 'corrupt') return undefined;
    throw error;
  }
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
  return checks.filter(check => failed[check]).map(check => ({ check, file: MANIFEST, id: '' }));
}

const PIECE = 64;

async function verifyDocuments(
  directory: string,
  { documents }: Manifest,
  { signal, onProgress = () => {} }: VerifyOptions,
) {
  const crew = startCrew({ kind: 'verify', directory }, threadsFor(documents.length), signal);
  const found = { checked: 0, totalBytes: 0, problems: [] as VerifyProblem[] };
  let done = 0;
  try {
    await crew.each('verify', pieces(documents), ({ checked, totalBytes, problems, looked }) => {
      found.checked += checked;
      found.totalBytes += totalBytes;
      found.problems.push(...problems);
      done += looked;
      onProgress(done, documents.length);
    });
    return found;
  } finally {
    await crew.end();
  }
}

function* pieces(documents: readonly ManifestEntry[]): Generator<readonly ManifestEntry[]> {
  // Plain ones: whatever else an entry is does not reach another thread.
  for (let at = 0; at < documents.length; at += PIECE)
    yield documents.slice(at, at + PIECE).map(({ id, version, file }) => ({ id, version, file }));
}

/** Anything in `documents/` that no entry names. */
function orphans(files: Contained, { documents }: Manifest): readonly VerifyProblem[] {
  const listed = new Set(documents.map(({ file }) => file));
  try {
    return readdirSync(files.pathOf('documents'))
      .map(name => `documents/${name}`)
      .filter(file => !listed.has(file))
      .map(file => ({ check: 'orphan', file, id: '' }));
  } catch (error) {
    // Where there is no folder, or one elsewhere, the entries tell.
    if (error instanceof CacheFault && error.kind === 'corrupt') return [];
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : [{ check: 'document_unreadable', file: 'documents', id: '' }];
  }
}

/** The index names the file of every id, in the order of ids, and nothing else. */
function indexProblems(files: Contained, ordered: readonly ManifestEntry[]): readonly VerifyProblem[] {
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
