import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

const bytes = 32;

/** The platform's global is loaded when it is first used, which is once in the life of a state folder. */
const random = (count: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(count)));

/** The 32 random bytes in a file of the state folder that only this user can read: made by the first process that needs it. */
export function secretFile(stateFolder: string, name: string): Buffer {
  const path = join(stateFolder, name);
  return read(path) ?? make(stateFolder, path);
}

function read(path: string): Buffer | undefined {
  try {
    const facts = lstatSync(path);
    const isPrivate = facts.isFile() && (process.platform === 'win32' || (facts.mode & 0o077) === 0);
    const found = isPrivate && facts.size === bytes ? readFileSync(path) : undefined;
    return found?.length === bytes ? found : undefined;
  } catch {
    return undefined;
  }
}

function make(stateFolder: string, path: string): Buffer {
  makeFolder(stateFolder);
  const secret = random(bytes);
  const temporary = `${path}.${random(8).toString('hex')}`;
  writeFileSync(temporary, secret, { mode: 0o600, flag: 'wx' });
  try {
    // Linked, not renamed: of two processes that make one, both read that of the first.
    linkSync(temporary, path);
  } catch {
    const other = read(path);
    if (other !== undefined) return other;
    // The file is damaged, or readable for others: it is replaced.
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  return read(path) ?? secret;
}
