import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { sep } from 'node:path';

/** A source file, something that is none, or a directory or link that cannot be read. `relative` is undefined when the name is not UTF-8. */
export type Found =
  | { readonly path: Buffer; readonly relative: string | undefined }
  | { readonly path: Buffer; readonly isSkipped: true }
  | { readonly path: Buffer; readonly error: NodeJS.ErrnoException };

const SEPARATOR = Buffer.from(sep);
const SUFFIX = Buffer.from('.md');

/** Everything below a folder but directories, depth first, the entries of a directory in the order of the bytes of their names. */
export function* walk(root: string): Generator<Found> {
  const start = Buffer.from(root);
  // An explicit stack of directories: a deep tree must not exhaust the call stack.
  const open: Level[] = [{ path: start, entries: listed(start) }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { entries } = level;
    if (!Array.isArray(entries)) {
      open.pop();
      yield { path: level.path, error: entries };
      continue;
    }
    const entry = entries.pop();
    if (entry === undefined) {
      open.pop();
      continue;
    }
    const path = Buffer.concat([level.path, SEPARATOR, entry.name]);
    if (entry.isDirectory()) open.push({ path, entries: listed(path) });
    else if (isSourceName(entry.name)) yield source(path, entry, start.length + SEPARATOR.length);
    else yield { path, isSkipped: true };
  }
}

interface Level {
  readonly path: Buffer;
  /** In reverse order, so that the next one is taken from the end. */
  readonly entries: Dirent<Buffer>[] | NodeJS.ErrnoException;
}

function listed(path: Buffer): Level['entries'] {
  try {
    const entries = readdirSync(path, { withFileTypes: true, encoding: 'buffer' }) as unknown as Dirent<Buffer>[];
    return entries.sort((one, other) => Buffer.compare(other.name, one.name));
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

function source(path: Buffer, entry: Dirent<Buffer>, rootLength: number): Found {
  const kind = entry.isSymbolicLink() ? leadsToFile(path) : entry.isFile();
  if (kind === false) return { path, isSkipped: true };
  const relative = path.subarray(rootLength);
  if (kind === true) return { path, relative: isUtf8(relative) ? relative.toString() : undefined };
  return { path, error: kind };
}

/** Whether a link leads to a file, also outside of the sources. A broken link does not. */
function leadsToFile(path: Buffer): boolean | NodeJS.ErrnoException {
  try {
    return statSync(path).isFile();
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    return failure.code === 'ENOENT' || failure.code === 'ELOOP' || failure.code === 'ENOTDIR' ? false : failure;
  }
}

function isSourceName(name: Buffer): boolean {
  return name.length > SUFFIX.length && name.subarray(-SUFFIX.length).equals(SUFFIX);
}
