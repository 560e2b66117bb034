import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BYTES = 32;

/** The secret by which a daemon knows its user's commands: read, or made by whoever comes first. */
export function daemonToken(stateFolder: string): string {
  const path = join(stateFolder, 'daemon.token');
  return readToken(path) ?? makeToken(stateFolder, path);
}

function readToken(path: string): string | undefined {
  try {
    const facts = lstatSync(path);
    const isPrivate = facts.isFile() && (process.platform === 'win32' || (facts.mode & 0o077) === 0);
    const text = isPrivate ? readFileSync(path, 'latin1') : '';
    return /^[0-9a-f]{64}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A whole file is linked into place, so that of two who make one both read the same. */
function makeToken(stateFolder: string, path: string): string {
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  // The global one is loaded when it is used, which is once in the life of a state folder.
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString('hex');
  const temporary = `${path}.${process.pid}.${token.slice(0, 8)}`;
  writeFileSync(temporary, token, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(temporary, path);
    return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = readToken(path);
    if (other !== undefined) return other;
    // What stands there is damaged, or open to others: it is replaced.
    rmSync(path, { force: true });
    linkSync(temporary, path);
    return token;
  } finally {
    rmSync(temporary, { force: true });
  }
}
