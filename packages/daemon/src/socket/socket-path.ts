import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretFile } from '@concord/engine';

type Environment = Readonly<Record<string, string | undefined>>;

/** Some systems take no longer path for a socket. */
const LONGEST_PATH = 100;

/** Where the daemon of this user and build listens; undefined when that path is too long for a socket. */
export function daemonSocket(env: Environment, build: string): string | undefined {
  const user = process.getuid?.() ?? process.env.USERNAME ?? 'user';
  if (process.platform === 'win32') return `\\\\.\\pipe\\mcp-${user}-${build}`;
  const folder = env.XDG_RUNTIME_DIR ? join(env.XDG_RUNTIME_DIR, 'mcp') : join(tmpdir(), `mcp-${user}`);
  const socket = join(folder, `${build}.sock`);
  return Buffer.byteLength(socket) <= LONGEST_PATH ? socket : undefined;
}

/** Makes the folder of a socket and says whether it is this user's alone. */
export function isOwnFolder(folder: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  try {
    const facts = lstatSync(folder);
    return facts.isDirectory() && facts.uid === process.getuid!() && (facts.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** The secret that commands prove themselves to the daemon with. It is read from the state folder, or made there by the first process that needs it. */
export function daemonToken(stateFolder: string): string {
  return secretFile(stateFolder, 'daemon.token').toString('hex');
}
