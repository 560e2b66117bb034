import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { faultOnTheWay } from './fault.js';

/** What stands beside a cache while it is built. */
export const WORK_SUFFIX = '.ctxbuild';
/** What stands beside a cache so that it is searched quickly. */
export const SIDECAR_SUFFIX = '.ctxidx';

const MOST_LINKS = 40;
const LOOKS = 3;

/** Where a path leads when every link at its end is followed, also one that leads nowhere. */
export function withoutLinks(path: string): string {
  let place = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const facts = lstatSync(place, { throwIfNoEntry: false });
    if (!facts?.isSymbolicLink()) return place;
    place = resolve(dirname(place), readlinkSync(place));
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
}

/** The directory that answers for a cache: the cache itself, or in the moment of a swap the one it replaces. */
export function effectiveDirectory(path: string): string {
  try {
    const place = withoutLinks(path);
    const old = join(`${place}${WORK_SUFFIX}`, 'old');
    for (let look = 0; look < LOOKS; look++) {
      if (existsSync(place)) return place;
      if (basename(place) !== '' && existsSync(old)) return old;
    }
    // What the system says of it decides what the failure is called.
    lstatSync(place);
    return place;
  } catch (error) {
    throw faultOnTheWay(error, path);
  }
}
