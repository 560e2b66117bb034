import { basename, dirname } from 'node:path';
import { SIDECAR_SUFFIX, WORK_SUFFIX } from '../cache/place.js';

/** The path of the sidecar of the cache in a real directory. During a swap the old cache keeps the sidecar of its original path. */
export function sidecarOf(directory: string): string {
  return `${placeOf(directory)}${SIDECAR_SUFFIX}`;
}

/** Whether a directory is that of a cache that is being replaced. */
export function isReplaced(directory: string): boolean {
  return placeOf(directory) !== directory;
}

function placeOf(directory: string): string {
  const parent = dirname(directory);
  const isOld = basename(directory) === 'old' && parent.endsWith(WORK_SUFFIX);
  return isOld ? parent.slice(0, -WORK_SUFFIX.length) : directory;
}
