import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Place } from '../entry/caller.js';
import { type ClientRow, clients, foreignClients } from './clients.js';
import { isPresent } from './load.js';

/** The folders a project can be: from the working directory up to the one with `.git`, never the home folder or above it. */
export async function projectFolders(place: Place): Promise<readonly string[]> {
  const home = await real(place.home);
  const folders: string[] = [];
  for (let folder = place.cwd; ; folder = dirname(folder)) {
    if (isAtOrAbove(await real(folder), home)) break;
    // A folder that everybody may write to, such as /tmp, is a project only when it is the working directory.
    if (folder !== place.cwd && (await isOpenToAll(folder))) break;
    folders.push(folder);
    if ((await exists(join(folder, '.git'))) || dirname(folder) === folder) break;
  }
  return folders;
}

/** The nearest of the folders that has a project file of any client, or of ours alone. */
export async function projectFolder(folders: readonly string[], ownOnly: boolean): Promise<string | undefined> {
  const rows: readonly ClientRow[] = ownOnly ? clients.filter(row => !foreignClients.includes(row)) : clients;
  const files = rows.flatMap(row => row.projectFiles);
  for (const folder of folders) {
    const found = await Promise.all(files.map(file => isPresent(join(folder, ...file.split('/')))));
    if (found.includes(true)) return folder;
  }
  return undefined;
}

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function isAtOrAbove(folder: string, home: string): boolean {
  const way = relative(folder, home);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !/^[A-Za-z]:/.test(way));
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function isOpenToAll(folder: string): Promise<boolean> {
  return stat(folder).then(
    found => (found.mode & 0o1002) === 0o1002,
    () => false,
  );
}
