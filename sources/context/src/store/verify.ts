import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { StopSignal } from '@concord/engine';
import { readDocument } from '../document/read-document.js';
import { readStrictJson, StrictObject } from '../document/strict-json.js';
import { fileOf } from '../document/version.js';
import { compareUtf8 } from '../select/utf8-order.js';
import type { Contained, FileBytes } from './contained.js';
import { CacheFault } from './fault.js';
import { documentSizes } from './inspect.js';
import { cacheVersionOf, isKnownFormat, type Manifest, type ManifestEntry } from './manifest.js';
import { type OpenCache, openCacheAt } from './open-cache.js';

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

export interface VerifyProblem {
  readonly check: (typeof checks)[number];
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

const TURN_MS = 20;
const MANIFEST = 'manifest.json';

/** Reads and hashes everything, and tells all that is wrong. Only a manifest that may not be read is a CacheFault. */
export async function verify(directory: string, signal: StopSignal): Promise<Verification> {
  const cache = opened(directory);
  if (cache === undefined)
    return {
      cacheVersion: '',
      documentCount: 0,
      documentsChecked: 0,
      totalBytes: 0,
      problems: [{ check: 'manifest', file: MANIFEST, id: '' }],
    };
  const { files, manifest } = cache;
  const { cacheVersion, documentCount } = manifest;
  const documents = await verifyDocuments(cache, signal);
  const problems = [
    ...manifestProblems(manifest),
    ...documents.problems,
    ...orphans(directory, manifest),
    ...indexProblems(files, manifest),
  ];
  return {
    cacheVersion,
    documentCount,
    documentsChecked: documents.checked,
    totalBytes: documentSizes(files, manifest).totalBytes,
    problems: problems.sort(
      (one, other) =>
        checks.indexOf(one.check) - checks.indexOf(other.check) ||
        compareUtf8(one.file, other.file) ||
        compareUtf8(one.id, other.id),
    ),
  };
}

function opened(directory: string): OpenCache | undefined {
  try {
    return openCacheAt(directory, { anyFormat: true });
  } catch (error) {
    if (error instanceof CacheFault && error.kind === 'corrupt') return undefined;
    throw error;
  }
}

function manifestProblems(manifest: Manifest): readonly VerifyProblem[] {
  const { documents } = manifest;
  const ordered = documents.toSorted((one, other) => compareUtf8(one.id, other.id));
  const isAscending = documents.every(({ id }, index) => index === 0 || compareUtf8(documents[index - 1]!.id, id) < 0);
  const failed: Partial<Record<VerifyProblem['check'], boolean>> = {
    format: !isKnownFormat(manifest),
    count: manifest.documentCount !== documents.length,
    order: !isAscending,
    cache_version: manifest.cacheVersion !== cacheVersionOf(ordered),
  };
  return checks.filter(check => failed[check]).map(check => ({ check, file: MANIFEST, id: '' }));
}

async function verifyDocuments({ files, manifest }: OpenCache, signal: StopSignal) {
  const problems: VerifyProblem[] = [];
  let checked = 0;
  let until = performance.now() + TURN_MS;
  for (const entry of manifest.documents) {
    const { file, id } = entry;
    const found = read(files, entry);
    if ('bytes' in found) checked += 1;
    const failed = 'bytes' in found ? documentProblems(found.bytes, entry) : [found.check];
    if (file !== fileOf(entry.version)) failed.push('file_name');
    problems.push(...failed.map(check => ({ check, file, id })));
    if (performance.now() < until) continue;
    await turn();
    signal.throwIfAborted();
    until = performance.now() + TURN_MS;
  }
  return { problems, checked };
}

function read(files: Contained, { file }: ManifestEntry): FileBytes | { readonly check: VerifyProblem['check'] } {
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

/** A path that leads outside is told by its own words, everything else by what the system said. */
function unreadableCheck(error: unknown, otherwise: VerifyProblem['check']): VerifyProblem['check'] {
  if (!(error instanceof CacheFault)) throw error;
  if (error.kind !== 'corrupt') return 'document_unreadable';
  return error.isMissing ? 'document_missing' : otherwise;
}

function documentProblems(bytes: Buffer, { id, version }: ManifestEntry): VerifyProblem['check'][] {
  const document = readDocument(bytes);
  if (document === undefined) return ['document_json'];
  const hash = createHash('sha256').update(document.content).digest('hex');
  const failed: VerifyProblem['check'][] = [];
  if (document.id !== id) failed.push('document_id');
  if (document.version !== version) failed.push('document_version');
  if (version !== `sha256:${hash}`) failed.push('document_hash');
  return failed;
}

/** Anything in `documents/` that no entry names. */
function orphans(directory: string, { documents }: Manifest): readonly VerifyProblem[] {
  const listed = new Set(documents.map(({ file }) => file));
  try {
    return readdirSync(join(directory, 'documents'))
      .map(name => `documents/${name}`)
      .filter(file => !listed.has(file))
      .map(file => ({ check: 'orphan', file, id: '' }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : [{ check: 'document_unreadable', file: 'documents', id: '' }];
  }
}

/** The index names the file of every id, and nothing else. */
function indexProblems(files: Contained, { documents }: Manifest): readonly VerifyProblem[] {
  const problem: VerifyProblem = { check: 'index', file: 'index.json', id: '' };
  try {
    const value = readStrictJson(files.read('index.json').bytes);
    if (!(value instanceof StrictObject) || value.entries.length !== documents.length) return [problem];
    const isRight = value.entries.every(([id, file], at) => documents[at]!.id === id && documents[at]!.file === file);
    return isRight ? [] : [problem];
  } catch (error) {
    if (error instanceof CacheFault) return [problem];
    throw error;
  }
}
