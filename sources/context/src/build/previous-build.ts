import { CacheFault } from '../cache/fault.js';
import { openCacheAt } from '../cache/open-cache.js';
import type { ManifestEntry } from '../manifest/manifest.js';
import { type Reusable, readReusable } from '../sidecar/reusable.js';
import type { OutputPlace } from './output-place.js';

/** A file that changed so shortly before it was looked at may change again with the same signature. */
const SETTLING_NS = 2_000_000_000n;

/** What can be reused of the previous build of a cache. */
export class PreviousBuild {
  /** The position of each source's document in the manifest, by the path below the sources. */
  readonly #positions: ReadonlyMap<string, number>;
  readonly #latest: bigint;

  constructor(
    readonly documents: readonly ManifestEntry[],
    readonly reusable: Reusable,
  ) {
    this.#positions = new Map(reusable.sources.paths.map((path, position) => [path, position]));
    this.#latest = BigInt(Math.trunc(reusable.startedAt)) * 1_000_000n - SETTLING_NS;
  }

  /** The position of a source's document; undefined when there was none. */
  positionOf(path: string): number | undefined {
    return this.#positions.get(path);
  }

  /** Whether a change of a source since then certainly shows in its signature. */
  isSettled(position: number): boolean {
    const { mtimeNs, ctimeNs } = this.reusable.sources.signatures.get(position);
    return mtimeNs <= this.#latest && ctimeNs <= this.#latest;
  }
}

/** Reads what the previous build left; undefined when nothing can be reused. */
export function readPreviousBuild({ place, sidecar }: OutputPlace): PreviousBuild | undefined {
  const cache = openedOrNone(place);
  const reusable = cache && readReusable(sidecar, cache);
  return cache && reusable && new PreviousBuild(cache.manifest.documents, reusable);
}

function openedOrNone(place: string) {
  try {
    return openCacheAt(place);
  } catch (error) {
    if (error instanceof CacheFault) return undefined;
    throw error;
  }
}
