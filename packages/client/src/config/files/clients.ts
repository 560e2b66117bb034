import { join } from 'node:path';
import type { JsonObject } from '@concord/contract';
import type { Place } from '../entry/caller.js';
import type { ClientName } from '../entry/definition.js';
import { codex, copilot, gemini, inspector, opencode } from '../spellings/client-spellings.js';
import { applicationData, dotConfig, given, ownFolder } from './folders.js';

/** Turns an entry of a client into the words of our own file; undefined for one that defines no server. */
export type Spelling = (entry: JsonObject) => JsonObject | undefined;

/** A program whose files define servers: where they are and how they are written. */
export interface ClientRow {
  readonly client: ClientName;
  /** Relative to the project folder, `/` between folders. */
  readonly projectFiles: readonly string[];
  readonly userFiles: (place: Place) => readonly string[];
  /** The key that holds the servers. */
  readonly container: string;
  readonly format: 'jsonc' | 'toml';
  /** The client keeps servers of single projects in its user file, under `projects[<folder>]`. */
  readonly perProject?: boolean;
  /** What its entries need besides the spellings every client's entries may have. */
  readonly spelling?: Spelling;
}

const inHome =
  (...path: string[]) =>
  (place: Place): readonly string[] => [join(place.home, ...path)];
const inApplicationData =
  (...paths: string[]) =>
  (place: Place): readonly string[] =>
    applicationData(place).flatMap(folder => paths.map(path => join(folder, ...path.split('/'))));

const json = { container: 'mcpServers', format: 'jsonc', projectFiles: [] } as const;

/** Every client there is, in the order in which their files count. */
export const clients: readonly ClientRow[] = [
  {
    ...json,
    client: 'own',
    projectFiles: ['mcp.json', '.mcp.json'],
    userFiles: place => [join(ownFolder(place), 'mcp.json')],
  },
  { ...json, client: 'claude-code', userFiles: inHome('.claude.json'), perProject: true },
  { ...json, client: 'claude-desktop', userFiles: inApplicationData('Claude/claude_desktop_config.json') },
  { ...json, client: 'cursor', projectFiles: ['.cursor/mcp.json'], userFiles: inHome('.cursor', 'mcp.json') },
  {
    ...json,
    client: 'vscode',
    projectFiles: ['.vscode/mcp.json'],
    userFiles: inApplicationData('Code/User/mcp.json', 'Code - Insiders/User/mcp.json'),
    container: 'servers',
  },
  {
    ...json,
    client: 'copilot',
    userFiles: place => [join(given(place, 'COPILOT_HOME') ?? join(place.home, '.copilot'), 'mcp-config.json')],
    spelling: copilot,
  },
  { ...json, client: 'windsurf', userFiles: inHome('.codeium', 'windsurf', 'mcp_config.json') },
  {
    client: 'codex',
    projectFiles: ['.codex/config.toml'],
    userFiles: place => [join(given(place, 'CODEX_HOME') ?? join(place.home, '.codex'), 'config.toml')],
    container: 'mcp_servers',
    format: 'toml',
    spelling: codex,
  },
  {
    ...json,
    client: 'gemini',
    projectFiles: ['.gemini/settings.json'],
    userFiles: inHome('.gemini', 'settings.json'),
    spelling: gemini,
  },
  {
    ...json,
    client: 'opencode',
    projectFiles: ['opencode.json', 'opencode.jsonc'],
    // The variable adds a file; it does not replace the usual ones.
    userFiles: place => [
      ...[given(place, 'OPENCODE_CONFIG')].filter(path => path !== undefined),
      ...dotConfig(place).flatMap(folder =>
        ['opencode.json', 'opencode.jsonc'].map(file => join(folder, 'opencode', file)),
      ),
    ],
    container: 'mcp',
    spelling: opencode,
  },
  {
    ...json,
    client: 'kiro',
    projectFiles: ['.kiro/settings/mcp.json'],
    userFiles: inHome('.kiro', 'settings', 'mcp.json'),
  },
  {
    ...json,
    client: 'inspector',
    userFiles: place => [given(place, 'MCP_CATALOG_PATH') ?? join(place.home, '.mcp-inspector', 'mcp.json')],
    spelling: inspector,
  },
];

/** The rows of other programs. */
export const foreignClients: readonly ClientRow[] = clients.filter(row => row.client !== 'own');

/** The row of a client that has one. */
export function clientRow(client: ClientName): ClientRow | undefined {
  return clients.find(row => row.client === client);
}
