import { CacheFault } from '../cache/fault.js';
import { openCacheAt } from '../cache/open-cache.js';
import type { ManifestEntry } from '../manifest/manifest.js';
import { type Reusable, readReusable } from '../sidecar/reusable.js';
import type { OutputPlace } from './output-place.js';

/** A file that changed this shortly before it was looked at may change again without showing it. */
const SETTLING_NS = 2_000_000_000n;

/** What can be taken over from the last build of a cache. */
export class Past {
  /** The place of the document of each source in the manifest, by the path below the sources. */
  readonly #positions: ReadonlyMap<string, number>;
  readonly #latest: bigint;

  constructor(
    readonly documents: readonly ManifestEntry[],
    readonly reusable: Reusable,
  ) {
    this.#positions = new Map(reusable.sources.paths.map((path, position) => [path, position]));
    this.#latest = BigInt(Math.trunc(reusable.startedAt)) * 1_000_000n - SETTLING_NS;
  }

  /** The place of the document of a source; undefined when there was none. */
  positionOf(path: string): number | undefined {
    return this.#positions.get(path);
  }

  /** Whether a change of a source since would show in its signature for sure. */
  isSettled(position: number): boolean {
    const { mtimeNs, ctimeNs } = this.reusable.sources.signatures.get(position);
    return mtimeNs <= this.#latest && ctimeNs <= this.#latest;
  }
}

/** Looks for what the last build left; undefined when there is nothing to go by. */
export function readPast({ place, sidecar }: OutputPlace): Past | undefined {
  const cache = openedOrNone(place);
  const reusable = cache && readReusable(sidecar, cache);
  return cache && reusable && new Past(cache.manifest.documents, reusable);
}

function openedOrNone(place: string) {
  try {
    return openCacheAt(place);
  } catch (error) {
    if (error instanceof CacheFault) return undefined;
    throw error;
  }
}
