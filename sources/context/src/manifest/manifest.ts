import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { fieldsOf, isText, NumberLiteral, readStrictJson, type StrictValue } from '../document/strict-json.js';
import { readCanonicalManifest } from './canonical-manifest.js';
import { isTimestamp } from './timestamp.js';

export interface ManifestEntry {
  readonly id: string;
  readonly version: string;
  readonly file: string;
}

/** The manifest of a cache. */
export interface Manifest {
  readonly cacheVersion: string;
  readonly formatVersion: string;
  readonly hashAlgorithm: string;
  readonly createdAt: string;
  readonly documentCount: number;
  readonly documents: readonly ManifestEntry[];
  /** Whether it is printed exactly as `printManifest` does. */
  readonly isCanonical: boolean;
}

/** The only format of caches. */
export const FORMAT = { formatVersion: '1', hashAlgorithm: 'sha256' } as const;

/** Whether a cache is of the format this code knows. */
export function isKnownFormat({ formatVersion, hashAlgorithm }: Manifest): boolean {
  return formatVersion === FORMAT.formatVersion && hashAlgorithm === FORMAT.hashAlgorithm;
}

/** The version of a whole cache: a hash over its format and its documents in order. */
export function cacheVersionOf(documents: Iterable<ManifestEntry>): string {
  const hash = createHash('sha256').update('{"version":"1","hash_algorithm":"sha256"}');
  for (const { id, version } of documents) hash.update(`${id}:${version}`);
  return `sha256:${hash.digest('hex')}`;
}

/** The content of a manifest file: two spaces of indent, no newline at the end. */
export function printManifest(manifest: Omit<Manifest, 'isCanonical'>): string {
  const quoted = JSON.stringify;
  const entries = manifest.documents.map(
    ({ id, version, file }) =>
      `    {\n      "id": ${quoted(id)},\n      "version": ${quoted(version)},\n      "file": ${quoted(file)}\n    }`,
  );
  return [
    '{',
    `  "cache_version": ${quoted(manifest.cacheVersion)},`,
    '  "build_config": {',
    `    "version": ${quoted(manifest.formatVersion)},`,
    `    "hash_algorithm": ${quoted(manifest.hashAlgorithm)}`,
    '  },',
    `  "created_at": ${quoted(manifest.createdAt)},`,
    `  "document_count": ${manifest.documentCount},`,
    entries.length === 0 ? '  "documents": []' : `  "documents": [\n${entries.join(',\n')}\n  ]`,
    '}',
  ].join('\n');
}

/** The content of `index.json`, the file of each id. `documents` are in the order of their ids. */
export function printIndex(documents: readonly ManifestEntry[]): string {
  if (documents.length === 0) return '{}';
  const lines = documents.map(({ id, file }) => `  ${JSON.stringify(id)}: ${JSON.stringify(file)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

/** Reads a manifest; undefined when it is none. */
export function readManifest(bytes: Buffer): Manifest | undefined {
  if (!isUtf8(bytes)) return undefined;
  return readCanonicalManifest(bytes) ?? strictly(readStrictJson(bytes));
}

function strictly(value: StrictValue | undefined): Manifest | undefined {
  const fields = fieldsOf(value, ['cache_version', 'build_config', 'created_at', 'document_count', 'documents']);
  const config = fieldsOf(fields?.build_config, ['version', 'hash_algorithm']);
  if (fields === undefined || config === undefined || !Array.isArray(fields.documents)) return undefined;
  const { cache_version: cacheVersion, created_at: createdAt } = fields;
  const documentCount = countOf(fields.document_count);
  const documents = fields.documents.map(readEntry);
  const { version: formatVersion, hash_algorithm: hashAlgorithm } = config;
  if (!isText(cacheVersion) || !isText(formatVersion) || !isText(hashAlgorithm)) return undefined;
  if (!isText(createdAt) || !isTimestamp(createdAt) || documentCount === undefined) return undefined;
  if (!documents.every(entry => entry !== undefined)) return undefined;
  return { cacheVersion, formatVersion, hashAlgorithm, createdAt, documentCount, documents, isCanonical: false };
}

function readEntry(value: StrictValue): ManifestEntry | undefined {
  const fields = fieldsOf(value, ['id', 'version', 'file']);
  if (fields === undefined) return undefined;
  const { id, version, file } = fields;
  return isText(id) && isText(version) && isText(file) ? { id, version, file } : undefined;
}

/** A count, written as a plain whole number that JavaScript can hold. */
export function countOf(value: StrictValue | undefined): number | undefined {
  if (!(value instanceof NumberLiteral) || !/^[0-9]{1,16}$/.test(value.text)) return undefined;
  const number = Number(value.text);
  return Number.isSafeInteger(number) ? number : undefined;
}
