import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Place } from '../entry/caller.js';
import type { EntrySource, Scope, ServerEntry } from '../entry/definition.js';
import { type ClientRow, clientRow } from '../files/clients.js';
import { anySpelling } from '../spellings/common-spellings.js';
import { type Document, describe, type Fault } from './document.js';
import { plain } from './plain.js';
import { transportOf } from './transport.js';

/** A file of a client, about to be read. */
export interface Source {
  readonly path: string;
  readonly row: ClientRow;
  readonly scope: Scope;
}

/** What a file defines; a fault stands for an entry, or all of them, that cannot be used. */
export interface Entries {
  readonly entries: readonly ServerEntry[];
  readonly faults: readonly (Fault & { readonly server?: string })[];
}

/** The servers of a parsed file, in its order. `folders` are those that may be the project, nearest first. */
export function entriesOf(
  document: Document,
  source: Source,
  place: Pick<Place, 'platform' | 'sources'>,
  folders: readonly string[],
): Entries {
  const entries: ServerEntry[] = [];
  const faults: (Fault & { server?: string })[] = [];
  for (const path of containers(document.value, source.row, place, folders)) {
    const container = path.reduce<unknown>(
      (value, key) => (isJsonObject(value) ? value[key] : undefined),
      document.value,
    );
    if (container === undefined) continue;
    if (!isJsonObject(container)) {
      faults.push({ reason: `"${path.at(-1)}" must be an object`, ...document.position(path) });
      continue;
    }
    for (const [name, given] of Object.entries(container)) {
      const read = readEntry(name, given, source, place.sources ?? []);
      if (read === undefined) continue;
      if ('client' in read) entries.push(read);
      else {
        faults.push({
          reason: `server ${JSON.stringify(name)} ${read.fault}`,
          server: name,
          // Finding the line walks through the file, so only the first fault has one.
          ...(faults.length === 0 ? document.position([...path, name]) : {}),
        });
      }
    }
  }
  return { entries, faults };
}

/** Where servers stand in a file: the part for this project first, where the client has one. */
function containers(
  value: JsonObject,
  row: ClientRow,
  place: Pick<Place, 'platform'>,
  folders: readonly string[],
): string[][] {
  const everywhere = [row.container];
  const projects = row.perProject ? value.projects : undefined;
  if (!isJsonObject(projects)) return [everywhere];
  const slashes = (path: string) => (place.platform === 'win32' ? path.replaceAll('\\', '/').toLowerCase() : path);
  const keys = Object.keys(projects);
  const key = folders
    .map(folder => keys.find(name => slashes(name) === slashes(folder)))
    .find(name => name !== undefined);
  return key === undefined ? [everywhere] : [['projects', key, row.container], everywhere];
}

function readEntry(
  name: string,
  given: unknown,
  source: Source,
  sources: readonly EntrySource[],
): ServerEntry | { fault: string } | undefined {
  const { row, path, scope } = source;
  const isOwn = row.client === 'own';
  if (isOwn && !isFitName(name)) return { fault: 'has a name with "/", blanks or control characters, or none' };
  const value = plain(given);
  if (value === undefined) return { fault: 'is nested too deeply' };
  if (!isJsonObject(value)) return { fault: 'must be an object' };
  const spelled = row.spelling === undefined ? value : row.spelling(value);
  if (spelled === undefined) return undefined;
  const entry = anySpelling(spelled);
  const derived = transportOf(entry, sources);
  if ('fault' in derived) return derived;
  const clean = isOwn ? name : cleanName(name);
  return {
    name: clean,
    ...(clean === name ? {} : { originalName: name }),
    client: row.client,
    scope,
    file: path,
    ...derived,
    entry,
    enabled: entry.disabled !== true,
    shadows: [],
  };
}

/** Whose form a file has that the user named: TOML is Codex's; else the container tells. */
export function formOf(value: JsonObject): ClientRow {
  const client = Object.hasOwn(value, 'mcpServers')
    ? 'own'
    : isJsonObject(value.servers)
      ? 'vscode'
      : isJsonObject(value.mcp)
        ? 'opencode'
        : 'own';
  return clientRow(client)!;
}

/** All faults of a file in one line; undefined when there are none. */
export function summary(faults: readonly Fault[]): string | undefined {
  const [first] = faults;
  if (first === undefined) return undefined;
  return faults.length === 1 ? describe(first) : `${describe(first)}, and ${faults.length - 1} more`;
}

/** What a server name may not hold: the separator of targets, blanks, and characters that do not show. */
const UNFIT = /[/\s\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069]/gu;

/** True for a name that a target can carry. */
function isFitName(name: string): boolean {
  return name !== '' && name.search(UNFIT) < 0;
}

/** The name with `-` for what it may not hold. */
function cleanName(name: string): string {
  return name === '' ? '-' : name.replace(UNFIT, '-');
}
