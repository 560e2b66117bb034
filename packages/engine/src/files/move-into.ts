import { linkSync, lstatSync, readdirSync, renameSync, rmdirSync, type Stats, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

/**
 * Moves what is in one folder into another, and removes the first. Never throws and never overwrites: a file whose name is
 * taken in the other folder stays where it is. Any number of processes may do so at once, and one that is killed on the
 * way leaves each file whole in one of the two places: when the function returns, all that can be moved has been.
 */
export function moveInto(from: string, to: string): void {
  if (!factsOf(from)?.isDirectory()) return;
  try {
    makeFolder(to);
    for (const name of readdirSync(from)) moveEntry(join(from, name), join(to, name));
    rmdirSync(from);
  } catch {
    // Another process was quicker, something stays, or nothing may be written there.
  }
}

function moveEntry(from: string, to: string): void {
  if (isInUse(from)) return;
  if (factsOf(from)?.isDirectory()) return moveInto(from, to);
  try {
    moveFile(from, to);
  } catch {
    // Another process has moved it, or nobody may; the others are moved all the same.
  }
}

/** Lock files other than the lists of holders exist for as long as their owner changes those; it looks for them where it made them. */
function isInUse(path: string): boolean {
  return /[/\\]locks[/\\](?:temporary\.|[^/\\]{1,100}\.(?:guard|next\.))/.test(path);
}

function moveFile(from: string, to: string): void {
  try {
    // A link fails where the name is taken, which a rename does not.
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      // Linked already by another process, or by one that was killed before it could remove the old name.
      if (!isSameFile(from, to)) return;
    } else if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') {
      // A file system without links.
      if (factsOf(to) === undefined) renameSync(from, to);
      return;
    } else throw error;
  }
  unlinkSync(from);
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [factsOf(one), factsOf(other)];
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev;
}

function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
