import { readReusable } from '../index/reusable.js';
import type { TermSource } from '../index/run.js';
import { compareUtf8 } from '../select/utf8-order.js';
import { CacheFault } from './fault.js';
import { openCacheAt } from './open-cache.js';
import type { OutputPlace } from './output-place.js';
import type { Signature } from './signature.js';

/** What the last build of a cache knew of a source file. */
export interface PastSource {
  /** The place of its document in the manifest. */
  readonly position: number;
  readonly version: string;
  readonly signature: Signature;
  readonly fileSignature: Signature;
  /** Whether a change since would show in the signature for sure. */
  readonly isSettled: boolean;
}

/** What can be taken over from the last build of a cache. */
export interface Past {
  readonly documentCount: number;
  /** By the paths below the sources. */
  readonly sources: ReadonlyMap<string, PastSource>;
  readonly words: TermSource;
}

/** A file that changed this shortly before it was looked at may change again without showing it. */
const SETTLING_NS = 2_000_000_000n;

/** Looks for what the last build left; undefined when there is nothing to go by. */
export function readPast({ place, sidecar }: OutputPlace): Past | undefined {
  const cache = openedOrNone(place);
  const reusable = cache && readReusable(sidecar, cache);
  if (cache === undefined || reusable === undefined) return undefined;
  const { documents } = cache.manifest;
  // Words can be taken over only where documents keep their order.
  if (documents.some(({ id }, at) => at > 0 && compareUtf8(documents[at - 1]!.id, id) >= 0)) return undefined;
  const latest = BigInt(Math.trunc(reusable.startedAt)) * 1_000_000n - SETTLING_NS;
  const sources = new Map<string, PastSource>();
  for (const { path, position, version, signature, fileSignature } of reusable.sources) {
    const isSettled = signature.mtimeNs <= latest && signature.ctimeNs <= latest;
    sources.set(path, { position, version, signature, fileSignature, isSettled });
  }
  return { documentCount: documents.length, sources, words: reusable.words };
}

function openedOrNone(place: string) {
  try {
    return openCacheAt(place);
  } catch (error) {
    if (error instanceof CacheFault) return undefined;
    throw error;
  }
}
