/** Folders whose content is never published. */
const ignoredFolders: ReadonlySet<string> = new Set(['node_modules', '__pycache__', 'lib', 'test', 'tests', 'ui']);

/** Names of files that are never published: documents, editor backups, tests and metadata files. */
const ignoredFiles: readonly RegExp[] = [
  /^\./,
  /\.meta\.(?:json|yaml|yml)$/,
  /^(?:README|LICENSE|CHANGELOG)/,
  /^smoke\.sh$/,
  /(?:~|\.bak|\.tmp|\.swp|\.d\.ts)$/,
  /\.(?:test|spec)\./,
];

const UNPRINTABLE = /[\p{Cc}\ufffd]/u;

/** Whether discovery ignores a file of this name. */
export function isIgnoredFile(name: string): boolean {
  return ignoredFiles.some(pattern => pattern.test(name));
}

/** Whether discovery ignores a folder of this name. */
export function isIgnoredFolder(name: string): boolean {
  return name.startsWith('.') || ignoredFolders.has(name);
}

/** Whether a name has control characters, or bytes that are not UTF-8: it could not be written down safely. */
export function isUnprintable(name: string): boolean {
  return UNPRINTABLE.test(name);
}

/** Whether a file of this name completes the arguments of the file beside it. */
export function isCompletionScript(name: string): boolean {
  return /\.completion(?:\.sh)?$/.test(name);
}

const METADATA = '.meta.json';

/** The name of what a metadata file describes, undefined for any other file, and for metadata of what is never published. */
export function describedBy(name: string): string | undefined {
  if (!name.endsWith(METADATA) || name.length === METADATA.length) return undefined;
  const described = name.slice(0, -METADATA.length);
  return isIgnoredFile(described) ? undefined : described;
}

/** A file's name without its last extension. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The last extension of a name, in small letters, with its dot; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}
