import { dirname } from 'node:path';
import type { Caller } from '../entry/caller.js';
import type { ServerEntry } from '../entry/definition.js';
import { clientRow } from './clients.js';

/**
 * The folder that relative paths of an entry start from. A project file in a client's own folder, such as `.cursor/mcp.json`, speaks of
 * the project it is in; any other file of the folder it stands in.
 */
export function baseFolder(server: ServerEntry, caller: Pick<Caller, 'cwd'>): string {
  const { file, scope, client } = server;
  if (file === undefined) return caller.cwd;
  const portable = file.replaceAll('\\', '/');
  const known =
    scope === 'project' ? clientRow(client)?.projectFiles.find(path => portable.endsWith(`/${path}`)) : undefined;
  const levels = known === undefined ? 1 : known.split('/').length;
  return Array.from({ length: levels }).reduce<string>(folder => dirname(folder), file);
}

/** What an entry calls its project: the base folder of a project file, else where the caller is. */
export function workspaceOf(server: ServerEntry, caller: Pick<Caller, 'cwd'>): string {
  return server.scope === 'project' ? baseFolder(server, caller) : caller.cwd;
}
