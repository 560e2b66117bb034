import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.js';
import { type ProcessIdentity, startOf } from '../process/facts/process-facts.js';

/** The points of the guard's algorithm between which a process may die; tests stop a process at each of them. */
export const guardSteps = [
  'guard-read',
  'temporary-written',
  'guard-linked',
  'successor-read',
  'successor-linked',
  'chain-verified',
  'guard-replaced',
  'successor-removed',
  'swept',
  'guard-entered',
  'holders-read',
  'holders-written',
  'holders-changed',
  'guard-left',
] as const;

export type GuardStep = (typeof guardSteps)[number];

/** The directory of the lock files as one process sees it. */
export interface LockFiles {
  readonly directory: string;
  readonly identity: ProcessIdentity;
  /** Called at each step; only tests give it anything to do. */
  readonly atStep: (step: GuardStep) => void;
}

/** The file that says who may change the files of a key at this moment. */
export function guardPath(files: LockFiles, key: string): string {
  return join(files.directory, `${nameOf(key)}.guard`);
}

/** The file that says who will replace a guard, or a successor, whose owner is gone. */
export function successorPath(files: LockFiles, key: string, nonce: string): string {
  return join(files.directory, `${nameOf(key)}.next.${nonce}`);
}

/** The paths of all successor files of a key. */
export function successorPaths(files: LockFiles, key: string): string[] {
  const prefix = `${nameOf(key)}.next.`;
  return readdirSync(files.directory)
    .filter(name => name.startsWith(prefix))
    .map(name => join(files.directory, name));
}

/** The file that lists who holds a key. */
export function holdersPath(files: LockFiles, key: string): string {
  return join(files.directory, `${nameOf(key)}.holders`);
}

/** A random name that is used once. */
export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/** Writes a whole file under a name nobody else uses, to be linked or renamed to its place; makes the directory if needed. */
export function writeTemporary(files: LockFiles, content: string): string {
  const { pid } = files.identity;
  const path = join(files.directory, `temporary.${pid}.${tagOf(files.identity)}.${newNonce()}`);
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      removeIfThere(path);
      throw error;
    }
    makeFolder(files.directory);
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
  }
  return path;
}

/** Removes the temporary files of processes that are gone; those of the living stay. */
export function sweepTemporaries(files: LockFiles): void {
  for (const name of readdirSync(files.directory)) {
    const [, pid, tag] = /^temporary\.(\d+)\.([0-9a-f]+)\./.exec(name) ?? [];
    if (pid === undefined) continue;
    const start = startOf(Number(pid));
    const owner = { pid: Number(pid), start: start ?? '', boot: files.identity.boot };
    if (start === undefined || tagOf(owner) !== tag) removeIfThere(join(files.directory, name));
  }
}

/** Gives a file a second name if that name is free; says whether it was. */
export function linkIfFree(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

export function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 40);
}

function tagOf({ pid, start, boot }: ProcessIdentity): string {
  return createHash('sha256')
    .update(JSON.stringify([pid, start, boot]))
    .digest('hex')
    .slice(0, 16);
}
