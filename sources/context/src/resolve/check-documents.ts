import { type BigIntStats, lstatSync } from 'node:fs';
import { readChecked } from '../cache/checked-document.js';
import type { OpenCache } from '../cache/open-cache.js';
import type { Pace } from '../event-loop/pace.js';
import type { DocumentTable } from '../index/document-table.js';
import { isSettled } from '../sidecar/sign-documents.js';
import type { LookThread } from './file-check-thread.js';

type Cache = Pick<OpenCache, 'files' | 'manifest'>;

/**
 * Looks at every document file of a cache. One that still looks as it was signed is believed; any other is read and checked, and
 * signed anew. Throws the CacheFault of the first, in the order of the manifest, that is not what its entry says.
 */
export async function checkDocuments(
  cache: Cache,
  table: DocumentTable,
  pace: Pace,
  thread?: LookThread,
): Promise<void> {
  const pathOf = pathsIn(cache);
  const isSame = thread && (await foundSame(cache, pace, thread));
  for (let position = 0; position < table.count; position++) {
    if (isSame?.[position] === 1) continue;
    checkDocument(cache, table, position, pathOf);
    if (position % 16 === 0 && pace.isDue) await pace.turn();
  }
}

/** Which documents a thread has found to look as they were signed. Only files inside the cache count. */
async function foundSame({ files, manifest }: Cache, pace: Pace, thread: LookThread): Promise<Uint8Array> {
  const isSame = await thread.finish(pace);
  // All that are found are in the one folder for documents: where one of them is, there are the others.
  const first = isSame.indexOf(1);
  if (first >= 0) files.pathOf(manifest.documents[first]!.file);
  return isSame;
}

/** The same for one document. */
export function checkDocument(
  cache: Cache,
  table: DocumentTable,
  position: number,
  pathOf: (file: string) => string = pathsIn(cache),
): void {
  const entry = cache.manifest.documents[position]!;
  const facts = look(pathOf(entry.file));
  if (facts?.isFile() && table.isSigned(position, facts)) return;
  const now = Date.now();
  const { signature } = readChecked(cache.files, entry);
  if (facts?.isFile() && isSettled(signature, now)) table.sign(position, signature);
}

/** What a file looks like; undefined when it cannot be told, which reading it will explain. */
function look(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const PLAIN = /^documents\/[0-9a-f]{12}\.json$/;

/** Where documents are. When one with a name as builds give them is inside the cache, so are all others with such names. */
function pathsIn({ files }: Cache): (file: string) => string {
  let isInside = false;
  return file => {
    const isPlain = PLAIN.test(file);
    if (isPlain && isInside) return `${files.root}/${file}`;
    const path = files.pathOf(file);
    isInside ||= isPlain;
    return path;
  };
}
