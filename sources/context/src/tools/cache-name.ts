import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../cache/cache-files.js';
import { CacheFault, faultOnTheWay } from '../cache/fault.js';
import { effectiveDirectory, WORK_SUFFIX } from '../cache/place.js';
import { isText } from '../document/strict-json.js';

/** Whether a name may be looked for below a root at all. */
export function isAllowedName(name: string): boolean {
  if (!isText(name) || /^[/\\]/.test(name) || name.includes('\0') || name.includes('..')) return false;
  if (process.platform === 'win32' && name.includes(':')) return false;
  return !name.split(/[/\\]/).some(part => part.endsWith(WORK_SUFFIX));
}

/** The path of a named cache, which is known to lie below the root by then; throws a CacheFault otherwise. */
export function requireBelow(root: string, name: string): string {
  const path = join(root, name);
  const directory = realPath(effectiveDirectory(path));
  let realRoot: string;
  try {
    realRoot = realpathSync(root);
  } catch {
    throw new CacheFault('io', `${root} cannot be looked into`);
  }
  // The old cache of a swap lies in a directory beside, which is below the root when the cache is.
  if (!isWithin(realRoot, directory)) throw new CacheFault('not_found', `${name} leads outside the root`);
  if (!isDirectory(directory)) throw new CacheFault('not_found', `${name} is not a directory`);
  return path;
}

function realPath(directory: string): string {
  try {
    return realpathSync(directory);
  } catch (error) {
    throw faultOnTheWay(error, directory);
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw faultOnTheWay(error, path);
  }
}
