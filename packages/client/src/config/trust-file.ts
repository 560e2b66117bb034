import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@concord/contract';
import { createLocks, type Locks } from '@concord/engine';
import { ConfigError } from './error.js';
import { load } from './load.js';

/** Consent to one entry: where it stands, what it is called, and the hash of what it said. */
export interface TrustRecord {
  readonly file: string;
  readonly name: string;
  readonly hash: string;
}

/** Another process needs milliseconds to write its consent. */
const LONGEST_WAIT = 10_000;

const trustFile = (stateFolder: string): string => join(stateFolder, 'trust.json');

/** All consent there is. A file that is missing or damaged holds none: the worst is to be asked again. */
export async function readTrustFile(stateFolder: string): Promise<readonly TrustRecord[]> {
  const loaded = await load(trustFile(stateFolder));
  if (!('text' in loaded)) return [];
  try {
    const value: unknown = JSON.parse(loaded.text);
    const trusted = isJsonObject(value) ? value.trusted : undefined;
    return Array.isArray(trusted) ? trusted.filter(isRecord) : [];
  } catch {
    return [];
  }
}

/** Changes what is stored, under a lock: of two who write at once neither loses what the other wrote. */
export async function changeTrustFile(
  stateFolder: string,
  change: (records: readonly TrustRecord[]) => readonly TrustRecord[],
): Promise<void> {
  const path = trustFile(stateFolder);
  try {
    await privateFolder(stateFolder);
    await changeLocked(stateFolder, path, change);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new ConfigError(`${path} cannot be written (${code})`);
  }
}

async function changeLocked(
  stateFolder: string,
  path: string,
  change: (records: readonly TrustRecord[]) => readonly TrustRecord[],
): Promise<void> {
  const lease = await locksOf(stateFolder).acquire(
    { keys: [{ key: `trust:${path}`, mode: 'write' }], operation: 'trust', target: path },
    { waitMs: LONGEST_WAIT },
  );
  if (!lease.held) throw new ConfigError(`${path} is being written by another process`);
  try {
    const trusted = change(await readTrustFile(stateFolder));
    await replace(path, `${JSON.stringify({ version: 1, trusted }, null, 2)}\n`);
  } finally {
    await lease.release();
  }
}

function isRecord(value: unknown): value is TrustRecord & Record<string, string> {
  return isJsonObject(value) && [value.file, value.name, value.hash].every(part => typeof part === 'string');
}

/** Locks of one folder are shared, so that callers in this process wait for each other in order. */
const opened = new Map<string, Locks>();

function locksOf(stateFolder: string): Locks {
  const known = opened.get(stateFolder) ?? createLocks({ directory: join(stateFolder, 'locks') });
  opened.set(stateFolder, known);
  return known;
}

async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode } = await stat(folder);
  if ((mode & 0o077) !== 0) await chmod(folder, 0o700);
}

/** Writes a new file beside the old one and puts it in its place, so that a reader sees one or the other. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
