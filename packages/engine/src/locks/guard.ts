import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, renameSync } from 'node:fs';
import { lives } from '../process/facts/process-facts.js';
import type { LockHolder } from './lease.js';
import {
  guardPath,
  type LockFiles,
  linkIfFree,
  newNonce,
  removeIfThere,
  successorPath,
  successorPaths,
  writeTemporary,
} from './lock-files.js';
import { describe, isOwnerRecord, type OwnerRecord } from './owner-record.js';

/**
 * Runs `section` while no other process or thread runs one for the same key; answers `entered: false` at once when
 * one does. Everything here is synchronous: a guard is held for less than a millisecond, never across a turn of the
 * event loop, and a process seen dead has no file operation under way.
 *
 * A guard whose owner died is replaced without a moment in which two processes may do so:
 *  - The right to replace guard n goes along a chain of files: the successor of n, the successor of that one, and so
 *    on. Each is made exclusively, and one is made behind a successor only when its owner is dead.
 *  - After making its own, a taker reads the chain again and then the guard. If all are as before, the chain is fixed:
 *    its owners are dead and cannot withdraw, and the taker at its end lives, so nobody can pass it.
 *  - If anything changed, the taker lost, and withdraws the file it made. The second look at the chain is needed
 *    because a loser that withdraws and then dies looks, to one who read its file just before, like a dead successor.
 *  - Successors are removed only after the guard was replaced, and as nonces never repeat, n is never the guard again:
 *    whoever still tries to replace it finds another guard.
 */
export function underGuard<Value>(
  files: LockFiles,
  key: string,
  holder: LockHolder,
  section: () => Value,
): { entered: true; value: Value } | { entered: false; by: LockHolder | undefined } {
  const entry = enter(files, key, holder);
  if (!entry.entered) return entry;
  try {
    files.atStep('guard-entered');
    return { entered: true, value: section() };
  } finally {
    removeIfThere(guardPath(files, key));
    files.atStep('guard-left');
  }
}

type Entry = { entered: true } | { entered: false; by: LockHolder | undefined };

function enter(files: LockFiles, key: string, holder: LockHolder): Entry {
  const current = readRecord(guardPath(files, key));
  files.atStep('guard-read');
  if (current !== undefined && lives(current)) return { entered: false, by: describe(current) };
  const temporary = writeTemporary(files, JSON.stringify({ nonce: newNonce(), ...holder, ...files.identity }));
  try {
    files.atStep('temporary-written');
    if (current !== undefined) return replace(files, key, current, temporary);
    if (!linkIfFree(temporary, guardPath(files, key))) return { entered: false, by: undefined };
    files.atStep('guard-linked');
    return { entered: true };
  } finally {
    removeIfThere(temporary);
  }
}

function replace(files: LockFiles, key: string, dead: OwnerRecord, temporary: string): Entry {
  const chain: { path: string; nonce: string }[] = [];
  let path = successorPath(files, key, dead.nonce);
  for (;;) {
    const successor = readRecord(path);
    files.atStep('successor-read');
    if (successor === undefined) break;
    if (lives(successor)) return { entered: false, by: describe(successor) };
    chain.push({ path, nonce: successor.nonce });
    path = successorPath(files, key, successor.nonce);
  }
  if (!linkIfFree(temporary, path)) return { entered: false, by: undefined };
  try {
    files.atStep('successor-linked');
    chain.push({ path: guardPath(files, key), nonce: dead.nonce });
    if (!chain.every(link => readRecord(link.path)?.nonce === link.nonce)) return { entered: false, by: undefined };
    files.atStep('chain-verified');
    renameSync(temporary, guardPath(files, key));
    files.atStep('guard-replaced');
  } finally {
    removeIfThere(path);
  }
  files.atStep('successor-removed');
  removeDeadSuccessors(files, key);
  files.atStep('swept');
  return { entered: true };
}

/** Removes the successor files of dead processes; only the owner of the guard may do this. */
function removeDeadSuccessors(files: LockFiles, key: string): void {
  try {
    for (const path of successorPaths(files, key)) {
      const record = readRecord(path);
      if (record !== undefined && !lives(record)) removeIfThere(path);
    }
  } catch {
    // They block nothing; the guard is held.
  }
}

/** Undefined when there is no such file. One that cannot be read as a record (power loss) has an owner that is dead. */
function readRecord(path: string): OwnerRecord | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const bytes = readFileSync(file);
    return parseRecord(bytes.toString()) ?? { ...nobody, nonce: nonceOfGarbage(bytes, file) };
  } finally {
    closeSync(file);
  }
}

const nobody = { pid: 0, start: '', boot: 'none', operation: '', target: '', since: '' };

function parseRecord(text: string): OwnerRecord | undefined {
  try {
    const record: unknown = JSON.parse(text);
    return isOwnerRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The same for every reader of this file, and different for another file with the same bytes. */
function nonceOfGarbage(bytes: Buffer, file: number): string {
  const { ino, mtimeNs } = fstatSync(file, { bigint: true });
  return createHash('sha256').update(`${ino} ${mtimeNs} `).update(bytes).digest('hex').slice(0, 32);
}
