import { Contained } from '../cache/cache-files.js';
import type { OpenCache } from '../cache/open-cache.js';
import { readKnownManifest } from '../manifest/canonical-manifest.js';
import { isKnownFormat, readManifest } from '../manifest/manifest.js';
import type { Sidecar } from './sidecar.js';
import { sha256 } from './sidecar-header.js';

/**
 * Opens the cache in a real directory by what its sidecar says of it: a manifest with the right hash was read in full by whoever
 * wrote the sidecar, and need not be again. Undefined when they do not fit; throws a CacheFault when there is no manifest.
 */
export function openDescribed(directory: string, sidecar: Sidecar): OpenCache | undefined {
  const { header } = sidecar;
  const files = new Contained(directory);
  const { bytes, signature } = files.read('manifest.json');
  if (sha256(bytes) !== header.manifest_sha256) return undefined;
  const starts = sidecar.entryStarts();
  const manifest = (starts && readKnownManifest(bytes, starts)) ?? readManifest(bytes);
  if (manifest === undefined || !isKnownFormat(manifest)) return undefined;
  if (manifest.cacheVersion !== header.cache_version || manifest.documents.length !== header.documents)
    return undefined;
  return { files, manifest, manifestBytes: bytes, signature };
}
