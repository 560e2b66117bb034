import { type BigIntStats, lstatSync } from 'node:fs';
import { readChecked } from '../cache/checked-document.js';
import type { OpenCache } from '../cache/open-cache.js';
import type { Pace } from '../event-loop/pace.js';
import type { DocumentTable } from '../index/document-table.js';
import { isSettled } from '../sidecar/sign-documents.js';
import type { FileCheckThread } from './file-check-thread.js';

type Cache = Pick<OpenCache, 'files' | 'manifest'>;

/**
 * Checks every document file of a cache. A file with its recorded signature is trusted; any other is read, checked and its signature
 * recorded. Throws the CacheFault of the first document, in the order of the manifest, that does not match its entry.
 */
export async function checkDocuments(
  cache: Cache,
  table: DocumentTable,
  pace: Pace,
  thread?: FileCheckThread,
): Promise<void> {
  const pathOf = pathsIn(cache);
  const isSame = thread && (await unchangedFiles(cache, pace, thread));
  for (let position = 0; position < table.count; position++) {
    if (isSame?.[position] === 1) continue;
    checkDocument(cache, table, position, pathOf);
    if (position % 16 === 0 && pace.isDue) await pace.turn();
  }
}

/** Which documents a thread has found to have their recorded signatures. Only files inside the cache count. */
async function unchangedFiles({ files, manifest }: Cache, pace: Pace, thread: FileCheckThread): Promise<Uint8Array> {
  const isSame = await thread.finish(pace);
  // All of them are in the one folder for documents: when one of them is inside the cache, all are.
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
  const facts = statsOf(pathOf(entry.file));
  if (facts?.isFile() && table.isSigned(position, facts)) return;
  const now = Date.now();
  const { signature } = readChecked(cache.files, entry);
  if (facts?.isFile() && isSettled(signature, now)) table.sign(position, signature);
}

/** The state of a file; undefined when it cannot be looked at: reading it will report why. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const BUILT_NAME = /^documents\/[0-9a-f]{12}\.json$/;

/** A function that gives the path of a document. Once one file with a name from a build is inside the cache, so are all others with such names. */
function pathsIn({ files }: Cache): (file: string) => string {
  let isInside = false;
  return file => {
    const isBuiltName = BUILT_NAME.test(file);
    if (isBuiltName && isInside) return `${files.root}/${file}`;
    const path = files.pathOf(file);
    isInside ||= isBuiltName;
    return path;
  };
}
