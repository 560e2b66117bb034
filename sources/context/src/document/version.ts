import { createHash } from 'node:crypto';

/** The version of a content: SHA-256 over its bytes. */
export function versionOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** The name of the file a document of that version is kept in. */
export function fileOf(version: string): string {
  return `documents/${stemOf(version)}.json`;
}

/** The first twelve digits of a version. */
export function stemOf(version: string): string {
  return version.slice('sha256:'.length, 'sha256:'.length + 12);
}
