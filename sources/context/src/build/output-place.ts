import { lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CacheFault } from '../cache/fault.js';
import { SIDECAR_SUFFIX, WORK_SUFFIX, withoutLinks } from '../cache/place.js';

/** The paths of a build's output. */
export interface OutputPlace {
  /** The cache's directory: links at its end are followed, its parent is real. */
  readonly place: string;
  readonly work: string;
  readonly sidecar: string;
}

/** The paths of an output. Creates the directories above it. */
export function outputPlace(path: string): OutputPlace {
  const target = withoutLinks(path);
  mkdirSync(dirname(target), { recursive: true });
  const place = join(realpathSync(dirname(target)), basename(target));
  return { place, work: `${place}${WORK_SUFFIX}`, sidecar: `${place}${SIDECAR_SUFFIX}` };
}

/** Whether a name has a suffix that is reserved for files beside a cache. */
export function isReserved(path: string): boolean {
  const name = basename(path);
  return name.endsWith(WORK_SUFFIX) || name.endsWith(SIDECAR_SUFFIX);
}

/** Throws unless the place is free or has a cache that may be replaced: a build never deletes anything else. */
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
