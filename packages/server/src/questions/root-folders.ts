import { access, constants, realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Json } from '@concord/contract';

/** More roots than any client has open. */
const MOST_ROOTS = 1_000;

/** The folders of this machine that a client's `file:` URIs name: canonical, each once, those that are there and can be read. */
export async function readableFolders(uris: readonly (Json | undefined)[]): Promise<readonly string[]> {
  const paths = await Promise.all(uris.slice(0, MOST_ROOTS).map(folderOf));
  return [...new Set(paths.filter(path => path !== undefined))];
}

async function folderOf(uri: Json | undefined): Promise<string | undefined> {
  try {
    const url = new URL(String(uri));
    if (url.protocol !== 'file:' || (url.hostname !== '' && url.hostname !== 'localhost')) return undefined;
    url.hostname = '';
    const path = await realpath(fileURLToPath(url));
    await access(path, constants.R_OK);
    return path;
  } catch {
    return undefined;
  }
}
