import type { StopSignal } from '@concord/engine';
import { CacheFault } from '../cache/fault.js';
import { type OpenCache, openCacheAt } from '../cache/open-cache.js';
import { onSteadyCache } from '../cache/steady.js';
import type { Manifest, ManifestEntry } from '../manifest/manifest.js';
import { compareProblems, type VerifyProblem } from '../threads/verify-problem.js';
import { startWorkers, threadsFor } from '../threads/workers.js';
import { listingProblems } from './verify-listing.js';

/** The result of verifying a cache. */
export interface Verification {
  readonly cacheVersion: string;
  readonly documentCount: number;
  readonly documentsChecked: number;
  readonly totalBytes: number;
  readonly problems: readonly VerifyProblem[];
}

/** The options of a verification. */
export interface VerifyOptions {
  readonly signal: StopSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Reads and hashes everything in the cache at a path, and gives all problems. Throws a CacheFault only when the cache does not exist or
 * its manifest may not be read. A running build is never taken for damage.
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

const BROKEN: Verification = {
  cacheVersion: '',
  documentCount: 0,
  documentsChecked: 0,
  totalBytes: 0,
  problems: [{ check: 'manifest', file: 'manifest.json', id: '' }],
};

async function verifyOnce(directory: string, options: VerifyOptions): Promise<Verification> {
  const cache = opened(directory);
  if (cache === undefined) return BROKEN;
  const { files, manifest } = cache;
  const { cacheVersion, documentCount } = manifest;
  const { checked, totalBytes, problems } = await verifyDocuments(directory, manifest, options);
  const all = [...problems, ...listingProblems(files, manifest)].sort(compareProblems);
  return { cacheVersion, documentCount, documentsChecked: checked, totalBytes, problems: all };
}

function opened(directory: string): OpenCache | undefined {
  try {
    return openCacheAt(directory, { anyFormat: true });
  } catch (error) {
    if (error instanceof CacheFault && error.kind === 'corrupt') return undefined;
    throw error;
  }
}

const PIECE = 64;

async function verifyDocuments(
  directory: string,
  { documents }: Manifest,
  { signal, onProgress = () => {} }: VerifyOptions,
) {
  const workers = startWorkers({ kind: 'verify', directory }, threadsFor(documents.length), signal);
  const found = { checked: 0, totalBytes: 0, problems: [] as VerifyProblem[] };
  let done = 0;
  try {
    await workers.each('verify', pieces(documents), ({ checked, totalBytes, problems, looked }) => {
      found.checked += checked;
      found.totalBytes += totalBytes;
      found.problems.push(...problems);
      done += looked;
      onProgress(done, documents.length);
    });
    return found;
  } finally {
    await workers.end();
  }
}

function* pieces(documents: readonly ManifestEntry[]): Generator<readonly ManifestEntry[]> {
  // Plain objects: getters of an entry would not reach another thread.
  for (let at = 0; at < documents.length; at += PIECE)
    yield documents.slice(at, at + PIECE).map(({ id, version, file }) => ({ id, version, file }));
}

/** The most problems that are listed; further ones are only counted. */
const MOST_PROBLEMS = 1_000;

/** A verification with the field names and the order in which it is printed. */
export function verificationFields(report: Verification) {
  const { cacheVersion, documentCount, documentsChecked, totalBytes, problems } = report;
  return {
    cache_version: cacheVersion,
    document_count: documentCount,
    documents_checked: documentsChecked,
    total_bytes: totalBytes,
    valid: problems.length === 0,
    problem_count: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS),
  };
}
