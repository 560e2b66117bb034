import { hash } from 'node:crypto';
import { CacheFiles, type FileBytes } from '../cache/cache-files.js';
import { CacheFault } from '../cache/fault.js';
import { sizeOf } from '../cache/inspect.js';
import { readDocument } from '../document/read-document.js';
import { fileOf } from '../document/version.js';
import type { ManifestEntry } from '../manifest/manifest.js';
import type { Check, VerifyProblem } from './verify-problem.js';

/** The job of threads that verify a cache. */
export interface VerifyJob {
  readonly kind: 'verify';
  readonly directory: string;
}

/** The result of verifying some documents. */
export interface Verified {
  readonly looked: number;
  /** How many document files were read. */
  readonly checked: number;
  readonly totalBytes: number;
  readonly problems: readonly VerifyProblem[];
}

export interface VerifySteps {
  readonly verify: { readonly piece: readonly ManifestEntry[]; readonly result: Verified };
}

/** The step that reads and hashes documents of a cache. */
export function verifySteps({ directory }: VerifyJob) {
  const files = new CacheFiles(directory);
  return { verify: (entries: readonly ManifestEntry[]): Verified => verifyEntries(files, entries) };
}

function verifyEntries(files: CacheFiles, entries: readonly ManifestEntry[]): Verified {
  const problems: VerifyProblem[] = [];
  let checked = 0;
  let totalBytes = 0;
  for (const entry of entries) {
    const { file, id } = entry;
    totalBytes += sizeOf(files, file) ?? 0;
    const found = read(files, entry);
    if ('bytes' in found) checked += 1;
    const failed = 'bytes' in found ? documentProblems(found.bytes, entry) : [found.check];
    if (file !== fileOf(entry.version)) failed.push('file_name');
    problems.push(...failed.map(check => ({ check, file, id })));
  }
  return { looked: entries.length, checked, totalBytes, problems };
}

function read(files: CacheFiles, { file }: ManifestEntry): FileBytes | { readonly check: Check } {
  try {
    files.pathOf(file);
  } catch (error) {
    return { check: unreadableCheck(error, 'file_path') };
  }
  try {
    return files.read(file);
  } catch (error) {
    return { check: unreadableCheck(error, 'document_missing') };
  }
}

/** The check that failed for a document that cannot be read. */
function unreadableCheck(error: unknown, otherwise: Check): Check {
  if (!(error instanceof CacheFault)) throw error;
  if (error.kind !== 'corrupt') return 'document_unreadable';
  return error.isMissing ? 'document_missing' : otherwise;
}

function documentProblems(bytes: Buffer, { id, version }: ManifestEntry): Check[] {
  const document = readDocument(bytes);
  if (document === undefined) return ['document_json'];
  const failed: Check[] = [];
  if (document.id !== id) failed.push('document_id');
  if (document.version !== version) failed.push('document_version');
  if (version !== `sha256:${hash('sha256', document.content)}`) failed.push('document_hash');
  return failed;
}
