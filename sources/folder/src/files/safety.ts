import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname, sep } from 'node:path';
import { pathBelow } from '../project/findings.js';

/** The users and the group that may own and write the files of a project. */
export interface Owners {
  readonly user: number;
  readonly group: number;
  /** The owner of the project, who is trusted when the server runs as root. */
  readonly project?: number;
}

/**
 * Why a file must not be used, as the end of a sentence about it; undefined when it may. Its canonical path has to be
 * inside `within`, which is canonical; it and its folders up to `root` may be written by nobody but the user.
 */
export function unsafe(
  file: string,
  within: string,
  root: string,
  options: { readonly strict?: boolean } = {},
): string | undefined {
  try {
    const canonical = realpathSync.native(file);
    if (!isInside(canonical, within)) return `leads out of ${pathBelow(root, within)}`;
    return chainFault(canonical, isInside(within, root) ? root : within, root, options.strict ?? false);
  } catch (error) {
    return `cannot be looked at (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`;
  }
}

/**
 * The same check before a run, for a path that was canonical and inside `within` when it was scanned. Gives the reason against it, or
 * its current state. Instead of resolving the path again, which is slower, it makes sure that no part of it has become a link.
 */
export function checkBeforeRun(file: string, within: string, root: string): Stats | string {
  try {
    const seen = lstatSync(file);
    return chainFault(file, isInside(within, root) ? root : within, root, false, seen) ?? seen;
  } catch (error) {
    return `cannot be looked at (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`;
  }
}

/** Why a file or folder, or one of its parents up to `top`, could be changed by another user. With `seen`, none of them may be a link either. */
export function chainFault(file: string, top: string, root: string, strict: boolean, seen?: Stats): string | undefined {
  const rootStats = lstatSync(root);
  const owners = ownersOf(rootStats);
  for (let path = file; ; path = dirname(path)) {
    const stats = path === root ? rootStats : path === file && seen ? seen : lstatSync(path);
    const fault = seen && stats.isSymbolicLink() ? 'has become a link' : permissionFault(stats, owners, strict);
    if (fault !== undefined) return path === file ? fault : inFolder(root, path, fault);
    if (path === top || path === dirname(path)) return undefined;
  }
}

/** Whether a path is below a folder. Both are canonical. */
export function isInside(path: string, folder: string): boolean {
  const prefix = folder.endsWith(sep) ? folder : `${folder}${sep}`;
  return path.length > prefix.length && path.startsWith(prefix);
}

/** The user and group of this process, which do not change. */
const user = process.geteuid?.();
const group = process.getegid?.();

/** Whose files are trusted in a project with this root; undefined on systems without file owners. */
export function ownersOf(root: Stats): Owners | undefined {
  if (user === undefined || group === undefined) return undefined;
  return user === 0 ? { user, group, project: root.uid } : { user, group };
}

/** Why a file or folder could be changed by another user; `strict` allows no group to write it. */
export function permissionFault(stats: Stats, owners: Owners | undefined, strict: boolean): string | undefined {
  if (owners === undefined) return undefined;
  if (stats.mode & 0o002) return 'is writable by everybody';
  if (stats.mode & 0o020 && (strict || stats.gid !== owners.group)) return `is writable by the group ${stats.gid}`;
  const trusted = [owners.user, 0, owners.project];
  return trusted.includes(stats.uid) ? undefined : `belongs to another user (${stats.uid})`;
}

function inFolder(root: string, folder: string, fault: string): string {
  return `lies in ${folder === root ? 'the project folder' : pathBelow(root, folder)}, which ${fault}`;
}

/** What an author can do about a file that is not safe. */
export const safetyHint = 'let only its owner write it: chmod go-w';
