import { isUtf8 } from 'node:buffer';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CacheFault } from './fault.js';
import { effectiveDirectory, WORK_SUFFIX } from './place.js';

export interface ListedCache {
  readonly path: string;
  readonly has_manifest: boolean;
}

/** The caches below a root, in the byte order of their names. A cache is also listed while it is being swapped. */
export function listCaches(root: string): readonly ListedCache[] {
  return namesIn(root).map(name => ({ path: name.toString(), has_manifest: hasManifest(root, name.toString()) }));
}

function namesIn(root: string): readonly Buffer[] {
  const names = new Map<string, Buffer>();
  for (const entry of entriesOf(root)) {
    if (!entry.isDirectory() || !isUtf8(entry.name)) continue;
    const name = entry.name.toString();
    if (!name.endsWith(WORK_SUFFIX)) names.set(name, entry.name);
    else {
      const cache = name.slice(0, -WORK_SUFFIX.length);
      if (cache !== '' && isThere(join(root, cache))) names.set(cache, Buffer.from(cache));
    }
  }
  return [...names.values()].sort(Buffer.compare);
}

/** Whether a cache, or its old version during a swap, is at a path. Links and files do not count. */
function isThere(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts) return facts.isDirectory();
  return existsSync(join(`${path}${WORK_SUFFIX}`, 'old'));
}

function entriesOf(root: string) {
  try {
    return readdirSync(root, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code)
      ? new CacheFault('not_found', root)
      : new CacheFault('io', `${root} (${code})`);
  }
}

function hasManifest(root: string, name: string): boolean {
  try {
    return lstatSync(join(effectiveDirectory(join(root, name)), 'manifest.json')).isFile();
  } catch {
    return false;
  }
}
