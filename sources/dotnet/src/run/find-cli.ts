import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { statsOf } from '../check/stats.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The path of the CLI, or why there is none. Looked up each time, so that installing the SDK needs no restart. */
export function findCli(env: Environment): { readonly path: string } | { readonly reason: string } {
  // Resolved here, because a child starts in another directory.
  if (env.CONCORD_DOTNET_PATH) return usable(resolve(env.CONCORD_DOTNET_PATH));
  const names = process.platform === 'win32' ? ['dotnet.exe', 'dotnet.cmd'] : ['dotnet'];
  const folders = (env.PATH ?? '').split(delimiter).filter(folder => isAbsolute(folder));
  let denied: { readonly reason: string } | undefined;
  for (const path of folders.flatMap(folder => names.map(name => join(folder, name)))) {
    const found = usable(path);
    if ('path' in found) return found;
    if (found.reason === DENIED) denied = found;
  }
  return denied ?? { reason: MISSING };
}

const DENIED = 'Permission denied';
const MISSING =
  process.platform === 'win32' ? 'The system cannot find the file specified' : 'No such file or directory';

function usable(path: string): { readonly path: string } | { readonly reason: string } {
  if (!statsOf(path)?.isFile()) return { reason: MISSING };
  try {
    accessSync(path, constants.X_OK);
    return { path };
  } catch {
    return { reason: DENIED };
  }
}
