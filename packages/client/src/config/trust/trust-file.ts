import { join } from 'node:path';
import { isJsonObject } from '@concord/contract';
import { makePrivateFolder, replaceFile } from '@concord/engine';
import { LockedOut, underLock } from '../../state/under-lock.js';
import { ConfigError } from '../entry/error.js';
import { load } from '../files/load.js';

/** Consent to one entry: where it stands, what it is called, and the hash of what it said. */
export interface TrustRecord {
  readonly file: string;
  readonly name: string;
  readonly hash: string;
}

const trustFile = (stateFolder: string): string => join(stateFolder, 'trust.json');

/** All consent there is. A file that is missing or damaged counts as empty: the user is asked again. */
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

/** Changes what is stored, under a lock: processes that write at once do not overwrite each other's changes. */
export async function changeTrustFile(
  stateFolder: string,
  change: (records: readonly TrustRecord[]) => readonly TrustRecord[],
): Promise<void> {
  const path = trustFile(stateFolder);
  try {
    makePrivateFolder(stateFolder);
    await underLock(stateFolder, 'trust', path, async () => {
      const trusted = change(await readTrustFile(stateFolder));
      await replaceFile(path, `${JSON.stringify({ version: 1, trusted }, null, 2)}\n`);
    });
  } catch (error) {
    if (error instanceof LockedOut) throw new ConfigError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new ConfigError(`${path} cannot be written (${code})`);
  }
}

function isRecord(value: unknown): value is TrustRecord & Record<string, string> {
  return isJsonObject(value) && [value.file, value.name, value.hash].every(part => typeof part === 'string');
}
