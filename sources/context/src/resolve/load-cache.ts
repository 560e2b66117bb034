import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { StopSignal } from '@concord/engine';
import { isWithin } from '../cache/cache-files.js';
import { type OpenCache, openCacheAt } from '../cache/open-cache.js';
import { Pace } from '../event-loop/pace.js';
import type { DocumentIndex } from '../index/document-index.js';
import { unlessUnusable } from '../index/unusable-index.js';
import { idOrderOf } from '../manifest/id-order.js';
import type { IndexedCache } from '../select/answer-from-index.js';
import { isUnreplaced } from '../select/contents.js';
import { MOST_RANKED } from '../select/rank.js';
import { isReplaced, sidecarOf } from '../sidecar/sidecar-path.js';
import { readSidecar } from '../sidecar/sidecar-read.js';
import { writeIndex } from '../sidecar/sidecar-write.js';
import { checkDocuments } from './check-documents.js';
import { indexByScan } from './index-by-scan.js';

/** How sidecars are used. Sidecars outside `root` are neither read nor written. */
export interface SidecarUse {
  readonly root: string;
  readonly sidecar: 'write' | 'read' | 'off';
  /** Whether the existing sidecar has given a wrong answer. */
  readonly isDistrusted?: boolean;
}

export interface Loaded {
  readonly cache: IndexedCache;
  /** Writes a sidecar for the next load; present when every document had to be read. Never rejects. */
  readonly writeSidecar?: () => Promise<void>;
}

/**
 * Opens a cache with its index: from its sidecar where that matches, else by reading every document. All documents are checked.
 * Undefined when the cache has too many documents for an index.
 */
export async function loadCache(directory: string, use: SidecarUse, signal: StopSignal): Promise<Loaded | undefined> {
  const opened = openCacheAt(directory);
  if (opened.manifest.documents.length > MOST_RANKED) return undefined;
  const path = use.sidecar !== 'off' && isBelowRoot(sidecarOf(directory), use) ? sidecarOf(directory) : undefined;
  const read = path === undefined || use.isDistrusted ? undefined : await fromSidecar(path, opened, signal);
  const index = read ?? (await indexByScan(opened, new Pace(signal)));
  const { files, manifest, signature } = opened;
  const cache = { files, manifest, signature, index, order: idOrderOf(manifest) };
  const leaves = read === undefined && path !== undefined && use.sidecar === 'write' && !isReplaced(directory);
  if (!leaves) return { cache };
  return { cache, writeSidecar: () => writeSidecar(path, cache, opened.manifestBytes) };
}

async function fromSidecar(path: string, cache: OpenCache, signal: StopSignal): Promise<DocumentIndex | undefined> {
  const index = readSidecar(path, cache);
  if (index === undefined) return undefined;
  return unlessUnusable(async () => {
    await checkDocuments(cache, index.documents, new Pace(signal));
    return index;
  });
}

function isBelowRoot(path: string, { root }: SidecarUse): boolean {
  try {
    return isWithin(realpathSync(root), path);
  } catch {
    return false;
  }
}

async function writeSidecar(path: string, cache: IndexedCache, manifestBytes: Buffer): Promise<void> {
  const { files, manifest, signature, index } = cache;
  const temporary = `${path}-${process.pid}-${randomBytes(8).toString('hex')}`;
  try {
    // The sidecar of a newer cache must not be overwritten.
    if (!isUnreplaced(files.root, signature)) return;
    await writeIndex(path, temporary, { directory: files.root, manifest, manifestBytes, startedAt: 0 }, index);
  } catch {
    // The cache works without a sidecar.
  }
}
