import { realpathSync, statSync } from 'node:fs';
import { isKnownFormat, type Manifest, readManifest } from '../manifest/manifest.js';
import { CacheFiles } from './cache-files.js';
import { CacheFault, faultOnTheWay } from './fault.js';
import { effectiveDirectory } from './place.js';
import type { Signature } from './signature.js';

/** A cache as it was at one moment. */
export interface OpenCache {
  readonly files: CacheFiles;
  readonly manifest: Manifest;
  /** The bytes of the manifest, to which an index must match. */
  readonly manifestBytes: Buffer;
  readonly signature: Signature;
}

/** Opens the cache at a path of any kind; throws a CacheFault when there is none. */
export function openCache(path: string): OpenCache {
  return openCacheAt(directoryOf(path));
}

/** The real directory of the cache at a path. */
export function directoryOf(path: string): string {
  const directory = effectiveDirectory(path);
  try {
    const real = realpathSync(directory);
    if (!statSync(real).isDirectory()) throw new CacheFault('not_found', path);
    return real;
  } catch (error) {
    throw error instanceof CacheFault ? error : faultOnTheWay(error, path);
  }
}

/** Opens the cache in a real directory. With `anyFormat` also one of an unknown format. */
export function openCacheAt(directory: string, { anyFormat = false } = {}): OpenCache {
  const files = new CacheFiles(directory);
  const { bytes, signature } = files.read('manifest.json');
  const manifest = readManifest(bytes);
  if (manifest === undefined) throw new CacheFault('corrupt', 'manifest.json is not a manifest');
  if (!anyFormat && !isKnownFormat(manifest))
    throw new CacheFault('corrupt', 'manifest.json is of a format that is not known here');
  return { files, manifest, manifestBytes: bytes, signature };
}
