import { lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CacheFault } from '../cache/fault.js';
import { SIDECAR_SUFFIX, WORK_SUFFIX, withoutLinks } from '../cache/place.js';

/** Where a build puts its cache. */
export interface OutputPlace {
  /** The directory itself: links at its end followed, its parent real. */
  readonly place: string;
  readonly work: string;
  readonly sidecar: string;
}

/** Finds the place of an output, making the directories above it. */
export function outputPlace(path: string): OutputPlace {
  const target = withoutLinks(path);
  mkdirSync(dirname(target), { recursive: true });
  const place = join(realpathSync(dirname(target)), basename(target));
  return { place, work: `${place}${WORK_SUFFIX}`, sidecar: `${place}${SIDECAR_SUFFIX}` };
}

/** Whether a name is one that stands beside a cache, so that no cache may have it. */
export function isReserved(path: string): boolean {
  const name = basename(path);
  return name.endsWith(WORK_SUFFIX) || name.endsWith(SIDECAR_SUFFIX);
}

/** Throws unless the place is free, or may be replaced: a build never takes anything away that is not a cache. */
export function requireReplaceable(place: string, force: boolean): void {
  const facts = lstatSync(place, { throwIfNoEntry: false });
  if (facts === undefined) return;
  if (!force) throw new CacheFault('io', `${place} exists; --force replaces a cache`);
  if (!facts.isDirectory() || !looksLikeCache(place))
    throw new CacheFault('io', `${place} is not a cache and is left alone`);
}

function looksLikeCache(place: string): boolean {
  return readdirSync(place, { withFileTypes: true }).every(entry => {
    if (entry.name === 'manifest.json' || entry.name === 'index.json') return !entry.isDirectory();
    return entry.name === 'documents' && entry.isDirectory() && holdsDocuments(join(place, entry.name));
  });
}

function holdsDocuments(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).every(
    entry => entry.name.endsWith('.json') && !entry.isDirectory(),
  );
}
