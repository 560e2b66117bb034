import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '@concord/engine';
import { build } from './build.js';

const folder = () => join(process.env.XDG_CACHE_HOME || join(process.env.HOME || homedir(), '.cache'), 'mcp', 'v8');
const fileIn = (place: string, name: string) => join(place, `${build}-${name}-${process.version}-${process.arch}.bin`);

/** The code of a bundle that an earlier start compiled; undefined unless only this user can write it. */
export function readCompiled(name: string): Buffer | undefined {
  try {
    const place = folder();
    return isOwn(place, 0o077) && isOwn(fileIn(place, name), 0o077) ? readFileSync(fileIn(place, name)) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores compiled code for the next start. A failure to write costs speed only. */
export function writeCompiled(name: string, code: Buffer): boolean {
  const place = folder();
  const temporary = `${fileIn(place, name)}.${process.pid}`;
  try {
    makeFolder(place);
    if (!isOwn(place, 0o077)) return false;
    writeFileSync(temporary, code, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, fileIn(place, name));
    return true;
  } catch {
    removeIfPossible(temporary);
    return false;
  }
}

/** Ignores failures: where the file could not be written it need not be removed. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The file does not exist.
  }
}

function isOwn(path: string, closedTo: number): boolean {
  const facts = lstatSync(path);
  if (process.platform === 'win32') return !facts.isSymbolicLink();
  return !facts.isSymbolicLink() && facts.uid === process.getuid!() && (facts.mode & closedTo) === 0;
}
