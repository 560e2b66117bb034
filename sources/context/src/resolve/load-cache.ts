import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { StopSignal } from '@concord/engine';
import { isWithin } from '../cache/cache-files.js';
import { type OpenCache, openCacheAt } from '../cache/open-cache.js';
import { Pace } from '../event-loop/pace.js';
import type { DocumentIndex } from '../index/document-index.js';
import { unlessDoubtful } from '../index/unusable-index.js';
import { idOrderOf } from '../manifest/id-order.js';
import type { IndexedCache } from '../select/answer-from-index.js';
import { isInPlace } from '../select/contents.js';
import { MOST_RANKED } from '../select/rank.js';
import { isReplaced, sidecarOf } from '../sidecar/sidecar-path.js';
import { readSidecar } from '../sidecar/sidecar-read.js';
import { writeIndex } from '../sidecar/sidecar-write.js';
import { checkDocuments } from './check-documents.js';
import { indexByScan } from './index-by-scan.js';

/** How sidecars are used. None outside `root` is ever touched. */
export interface SidecarUse {
  readonly root: string;
  readonly sidecar: 'write' | 'read' | 'off';
  /** Whether the one that is there told something wrong. */
  readonly isDistrusted?: boolean;
}

export interface Loaded {
  readonly cache: IndexedCache;
  /** Writes a sidecar for the next one who loads; there when every document had to be read. Never rejects. */
  readonly leaveSidecar?: () => Promise<void>;
}

/**
 * Opens a cache with an index of it: from its sidecar where that fits, else by reading every document. All documents are checked
 * then. Undefined when the cache has too many documents for an index.
 */
export async function loadCache(directory: string, use: SidecarUse, signal: StopSignal): Promise<Loaded | undefined> {
  const opened = openCacheAt(directory);
  if (opened.manifest.documents.length > MOST_RANKED) return undefined;
  const path = use.sidecar !== 'off' && isOurs(sidecarOf(directory), use) ? sidecarOf(directory) : undefined;
  const read = path === undefined || use.isDistrusted ? undefined : await fromSidecar(path, opened, signal);
  const index = read ?? (await indexByScan(opened, new Pace(signal)));
  const { files, manifest, signature } = opened;
  const cache = { files, manifest, signature, index, order: idOrderOf(manifest) };
  const leaves = read === undefined && path !== undefined && use.sidecar === 'write' && !isReplaced(directory);
  if (!leaves) return { cache };
  return { cache, leaveSidecar: () => leaveSidecar(path, cache, opened.manifestBytes) };
}

async function fromSidecar(path: string, cache: OpenCache, signal: StopSignal): Promise<DocumentIndex | undefined> {
  const index = readSidecar(path, cache);
  if (index === undefined) return undefined;
  return unlessDoubtful(async () => {
    await checkDocuments(cache, index.documents, new Pace(signal));
    return index;
  });
}

function isOurs(path: string, { root }: SidecarUse): boolean {
  try {
    return isWithin(realpathSync(root), path);
  } catch {
    return false;
  }
}

async function leaveSidecar(path: string, cache: IndexedCache, manifestBytes: Buffer): Promise<void> {
  const { files, manifest, signature, index } = cache;
  const temporary = `${path}-${process.pid}-${randomBytes(8).toString('hex')}`;
  try {
    // One that was written for a newer cache must not be lost.
    if (!isInPlace(files.root, signature)) return;
    await writeIndex(path, temporary, { directory: files.root, manifest, manifestBytes, startedAt: 0 }, index);
  } catch {
    // Where nothing may be written, nothing is.
  }
}
