import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { faultOnTheWay } from './fault.js';

/** The suffix of the work directory beside a cache, which exists during a build. */
export const WORK_SUFFIX = '.ctxbuild';
/** The suffix of the index file beside a cache. */
export const SIDECAR_SUFFIX = '.ctxidx';

const MOST_LINKS = 40;
const LOOKS = 3;

/** The path after all links at its end are followed, also a broken one. */
export function withoutLinks(path: string): string {
  let place = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const facts = lstatSync(place, { throwIfNoEntry: false });
    if (!facts?.isSymbolicLink()) return place;
    place = resolve(dirname(place), readlinkSync(place));
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
}

/** The directory of a cache: its own, or during a swap that of the cache it replaces. */
export function effectiveDirectory(path: string): string {
  try {
    const place = withoutLinks(path);
    const old = join(`${place}${WORK_SUFFIX}`, 'old');
    for (let look = 0; look < LOOKS; look++) {
      if (existsSync(place)) return place;
      if (basename(place) !== '' && existsSync(old)) return old;
    }
    // Throws the system's error, which decides the kind of fault.
    lstatSync(place);
    return place;
  } catch (error) {
    throw faultOnTheWay(error, path);
  }
}
