import { basename, dirname } from 'node:path';
import { SIDECAR_SUFFIX, WORK_SUFFIX } from '../cache/place.js';

/** Where the sidecar of the cache in a real directory is. A cache that is just being replaced still has the one of its place. */
export function sidecarOf(directory: string): string {
  return `${placeOf(directory)}${SIDECAR_SUFFIX}`;
}

/** Whether a directory is that of a cache on its way out. */
export function isReplaced(directory: string): boolean {
  return placeOf(directory) !== directory;
}

function placeOf(directory: string): string {
  const parent = dirname(directory);
  const isOld = basename(directory) === 'old' && parent.endsWith(WORK_SUFFIX);
  return isOld ? parent.slice(0, -WORK_SUFFIX.length) : directory;
}
