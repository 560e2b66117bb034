import { statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { builtInEntry, type ServerEntry } from '@concord/client';
import type { FindContext } from '../command/context.js';
import { usage } from '../command/failure.js';
import { sources } from './source-registry.js';

/** Whether a word is written as the path of a folder: no name of a server begins so. */
export function isFolderWord(word: string): boolean {
  return /^(?:~|\.{1,2})?(?:\/|$)/.test(word) && word !== '';
}

/** The folder that a path names, or the folder that the path is in and the name of a tool there. */
export function folderTarget(
  word: string,
  { cwd, home }: FindContext,
): { readonly entry: ServerEntry; readonly item: string | undefined } {
  const path = resolve(cwd, word.startsWith('~') ? join(home, word.slice(1)) : word);
  if (isFolder(path)) return { entry: folderEntry(word), item: undefined };
  const folder = dirname(path);
  if (!isFolder(folder)) throw usage(`There is no folder ${folder.slice(0, 400)}`, 'mcp list');
  // The name of a file, as a shell completes it, stands for the tool made of it.
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return { entry: folderEntry(dirname(word)), item: isFile ? basename(path, extname(path)) : basename(path) };
}

function folderEntry(path: string): ServerEntry {
  const source = sources.find(each => each.servesFolders)!;
  return {
    ...builtInEntry(source),
    name: 'adhoc',
    client: 'ad-hoc',
    scope: 'ad-hoc',
    entry: { use: source.name, path },
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
