import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Place } from '../entry/caller.js';
import type { ConfigFile, ServerEntry } from '../entry/definition.js';
import { ConfigError } from '../entry/error.js';
import { clientRow } from '../files/clients.js';
import { type Loaded, load } from '../files/load.js';
import { type Document, describe, type Fault, parseJsonc, parseTomlDocument } from './document.js';
import { entriesOf, formOf, type Source, summary } from './entries.js';

/** A file that was there, and what it gave. */
export interface FileReading {
  readonly file: ConfigFile;
  readonly entries: readonly ServerEntry[];
  readonly warnings: readonly string[];
  /** What an own file says about other clients' files. */
  readonly discover?: unknown;
  /** What an own file says besides its servers. */
  readonly settings?: JsonObject;
}

/** Where a file is read, and for which project folders. */
export interface ReadingPlace {
  readonly place: Place;
  readonly folders: readonly string[];
}

/** Reads one of our own files; undefined when it is not there. Throws a ConfigError for anything wrong with it. */
export async function readOwnFile(source: Source, { place, folders }: ReadingPlace): Promise<FileReading | undefined> {
  const loaded = await load(source.path, { isNamed: source.scope === 'given' });
  if ('absent' in loaded) return undefined;
  const isToml = source.scope === 'given' && source.path.endsWith('.toml');
  const document = parse(loaded, isToml, true);
  if (!('value' in document)) throw new ConfigError(`${source.path}: ${describe(document)}`);
  const row = source.scope !== 'given' ? source.row : isToml ? clientRow('codex')! : formOf(document.value);
  const { entries, faults } = entriesOf(document, { ...source, row }, place, folders);
  const [fault] = faults;
  if (fault !== undefined) throw new ConfigError(`${source.path}: ${describe(fault)}`, { server: fault.server });
  const { discover, [row.container]: _, ...others } = document.value;
  const isFlag = discover === undefined || typeof discover === 'boolean' || discover === 'search';
  if (!isFlag && !(Array.isArray(discover) && discover.every(name => typeof name === 'string'))) {
    const reason = '"discover" must be true, false or a list of clients, or "search" for how tools are found';
    const where = { reason, ...document.position(['discover']) };
    throw new ConfigError(`${source.path}: ${describe(where)}`);
  }
  return {
    file: fileOf({ ...source, row }, entries),
    entries,
    warnings: misplaced(source.path, document.value),
    discover,
    settings: discover === undefined ? others : { ...others, discover },
  };
}

/** Reads a file of another client; undefined when it is not there. What is wrong with it is one warning. */
export async function readForeignFile(
  source: Source,
  { place, folders }: ReadingPlace,
): Promise<FileReading | undefined> {
  const loaded = await load(source.path);
  if ('absent' in loaded) return undefined;
  const document = parse(loaded, source.row.format === 'toml', false);
  if (!('value' in document)) {
    const error = describe(document);
    const file: ConfigFile = { ...fileOf(source, []), status: 'invalid', error };
    return { file, entries: [], warnings: [`${source.path}: ${error}; the file is left out`] };
  }
  const { entries, faults } = entriesOf(document, source, place, folders);
  const error = summary(faults);
  if (error === undefined) return { file: fileOf(source, entries), entries, warnings: [] };
  const status = faults.some(fault => fault.server === undefined) ? 'invalid' : 'used';
  const file: ConfigFile = { ...fileOf(source, entries), status, error };
  return { file, entries, warnings: [`${source.path}: ${error}; left out`] };
}

/** A file as it is listed before its servers are merged with those of other files. */
export function fileOf(source: Source, entries: readonly ServerEntry[]): ConfigFile {
  const servers = [...new Set(entries.map(entry => entry.name))];
  return { path: source.path, client: source.row.client, scope: source.scope, status: 'used', servers };
}

function parse(loaded: Exclude<Loaded, { absent: true }>, isToml: boolean, strict: boolean): Document | Fault {
  if ('fault' in loaded) return { reason: loaded.fault };
  return isToml ? parseTomlDocument(loaded.text) : parseJsonc(loaded.text, { strict });
}

/** Warns of servers under another client's key, which are not read. */
function misplaced(path: string, value: JsonObject): string[] {
  if (Object.hasOwn(value, 'mcpServers')) return [];
  const key = ['servers', 'mcp', 'mcp_servers'].find(name => isJsonObject(value[name]));
  return key === undefined ? [] : [`${path}: servers stand under "mcpServers" here, not under "${key}"`];
}
