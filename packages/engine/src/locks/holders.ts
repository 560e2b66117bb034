import { readFileSync, renameSync } from 'node:fs';
import { lives } from '../process/facts/process-facts.js';
import type { LockMode } from './lease.js';
import { holdersPath, type LockFiles, removeIfThere, writeTemporary } from './lock-files.js';
import { isOwnerRecord, type OwnerRecord } from './owner-record.js';

/** One line of a key's holders file. */
export interface HolderEntry extends OwnerRecord {
  readonly mode: LockMode;
  /** A writer that waits: it only keeps new readers out. */
  readonly waiting?: true;
}

/** The holders of a key, dead ones too. A file that cannot be read as such (power loss) lists nobody. */
export function readHolders(files: LockFiles, key: string): HolderEntry[] {
  let text: string;
  try {
    text = readFileSync(holdersPath(files, key), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return parse(text);
}

/** Replaces the list as a whole; to be called under the guard only. */
export function writeHolders(files: LockFiles, key: string, holders: readonly HolderEntry[]): void {
  const path = holdersPath(files, key);
  if (holders.length === 0) {
    removeIfThere(path);
    return;
  }
  const temporary = writeTemporary(files, JSON.stringify(holders));
  files.atStep('holders-written');
  try {
    renameSync(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
}

/** The entry of a living process that conflicts with this mode: a holder if there is one, else a waiting writer. */
export function obstacleFor(mode: LockMode, holders: readonly HolderEntry[]): HolderEntry | undefined {
  const rivals = holders.filter(entry => !entry.waiting && (mode === 'write' || entry.mode === 'write'));
  const inLine = mode === 'read' ? holders.filter(entry => entry.waiting) : [];
  return [...rivals, ...inLine].find(lives);
}

function parse(text: string): HolderEntry[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is HolderEntry {
  if (!isOwnerRecord(value)) return false;
  const { mode, waiting } = value as Partial<HolderEntry>;
  return mode === 'write' || (mode === 'read' && waiting === undefined);
}
