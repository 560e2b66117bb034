import { CacheFiles } from '../cache/cache-files.js';
import type { OpenCache } from '../cache/open-cache.js';
import { readKnownManifest } from '../manifest/canonical-manifest.js';
import { isKnownFormat, readManifest } from '../manifest/manifest.js';
import type { Sidecar } from './sidecar.js';
import { sha256 } from './sidecar-header.js';

/**
 * Opens the cache in a real directory with the help of its sidecar: a manifest with the recorded hash was validated by the writer of
 * the sidecar, and need not be again. Undefined when they do not match. Throws a CacheFault when there is no manifest.
 */
export function openBySidecar(directory: string, sidecar: Sidecar): OpenCache | undefined {
  const { header } = sidecar;
  const files = new CacheFiles(directory);
  const { bytes, signature } = files.read('manifest.json');
  if (sha256(bytes) !== header.manifest_sha256) return undefined;
  const starts = sidecar.entryStarts();
  const manifest = (starts && readKnownManifest(bytes, starts)) ?? readManifest(bytes);
  if (manifest === undefined || !isKnownFormat(manifest)) return undefined;
  if (manifest.cacheVersion !== header.cache_version || manifest.documents.length !== header.documents)
    return undefined;
  return { files, manifest, manifestBytes: bytes, signature };
}
