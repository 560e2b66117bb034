import { join, resolve } from 'node:path';
import { type Place, variable } from '../entry/caller.js';
import type { Config, ConfigFile, Scope } from '../entry/definition.js';
import { ConfigError } from '../entry/error.js';
import { type ClientRow, clientRow, clients, foreignClients } from '../files/clients.js';
import { isPresent } from '../files/load.js';
import { projectFolder, projectFolders } from '../files/project.js';
import type { Source } from './entries.js';
import { merge } from './merge.js';
import { type FileReading, fileOf, type ReadingPlace, readForeignFile, readOwnFile } from './read-file.js';

/**
 * Finds and reads every file that counts at a place. Nothing is expanded, started or written. Throws a ConfigError for an own
 * file that is wrong; another client's file that is wrong is a warning.
 */
export async function readConfig(place: Place): Promise<Config> {
  const named = place.configFile ?? (variable(place, 'MCP_CONFIG_PATH') || undefined);
  const folders = await projectFolders(place);
  const at: ReadingPlace = { place, folders };
  if (named !== undefined) return merge([await readNamed(resolve(place.cwd, named), at)]);
  const mayDiscover = place.discover ?? !/^(?:0|false|no|off)$/i.test(variable(place, 'MCP_DISCOVER') ?? '');
  const folder = await projectFolder(folders, !mayDiscover);
  const project = (row: ClientRow): readonly string[] =>
    folder === undefined ? [] : row.projectFiles.map(file => join(folder, ...file.split('/')));
  const scopes = await Promise.all([
    readScope('project', project, at, mayDiscover),
    readScope('user', row => row.userFiles(place), at, mayDiscover),
  ]);
  return merge(scopes.flat());
}

async function readNamed(path: string, at: ReadingPlace): Promise<FileReading> {
  const reading = await readOwnFile({ path, row: clientRow('own')!, scope: 'given' }, at);
  if (reading !== undefined) return reading;
  throw new ConfigError(`${path}: there is no such file`, { hint: 'mcp config show' });
}

/** The files of a scope, ours first. Other clients' files count without one of ours, or where ours asks for them. */
async function readScope(
  scope: Scope,
  filesOf: (row: ClientRow) => readonly string[],
  at: ReadingPlace,
  mayDiscover: boolean,
): Promise<readonly FileReading[]> {
  const sourcesOf = (row: ClientRow): Source[] => filesOf(row).map(path => ({ path, row, scope }));
  const own = present(await Promise.all(sourcesOf(clientRow('own')!).map(source => readOwnFile(source, at))));
  if (!mayDiscover) return own;
  const wanted = own.length === 0 || at.place.discover ? true : own.map(reading => reading.discover);
  const foreign = await Promise.all(
    foreignClients.flatMap(row =>
      sourcesOf(row).map(source => (isWanted(row, wanted) ? readForeignFile(source, at) : shadowed(source))),
    ),
  );
  return [...own.map(withUnknownClients), ...present(foreign)];
}

function isWanted(row: ClientRow, wanted: true | readonly unknown[]): boolean {
  return wanted === true || wanted.some(each => each === true || (Array.isArray(each) && each.includes(row.client)));
}

/** A file that is there and not read. */
async function shadowed(source: Source): Promise<FileReading | undefined> {
  if (!(await isPresent(source.path))) return undefined;
  const file: ConfigFile = { ...fileOf(source, []), status: 'shadowed' };
  return { file, entries: [], warnings: [] };
}

function withUnknownClients(reading: FileReading): FileReading {
  const asked: readonly unknown[] = Array.isArray(reading.discover) ? reading.discover : [];
  const unknown = asked.filter(name => !clients.some(row => row.client === name));
  const lines = unknown.map(
    name => `${reading.file.path}: "discover" names no client there is: ${JSON.stringify(name)}`,
  );
  return { ...reading, warnings: [...reading.warnings, ...lines] };
}

function present<T>(list: readonly (T | undefined)[]): T[] {
  return list.filter(item => item !== undefined);
}
