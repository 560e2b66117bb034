import { isAbsolute, resolve } from 'node:path';
import { compileRedaction, isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { ClientName, Config, ServerEntry } from '../entry/definition.js';
import { baseFolder } from '../files/base-folder.js';
import { argumentSecrets, isLiteralSecret, isLiteralSecretHeader, maskedUrl } from '../secrets/literals.js';

/** The `mcp.json` that would hold some servers, and what was changed on the way. */
export interface ImportedConfig {
  readonly config: { readonly mcpServers: JsonObject };
  readonly notes: readonly string[];
}

/** Keys of an entry that mean something to us; what a client keeps for itself stays with it. */
const keys = [
  ...[
    'use',
    'root',
    'path',
    'type',
    'command',
    'args',
    'envFile',
    'env',
    'cwd',
    'inheritEnv',
    'url',
    'headers',
    'oauth',
  ],
  ...[
    'allowHttp',
    'description',
    'disabled',
    'allowedTools',
    'disabledTools',
    'timeout',
    'startTimeout',
    'idleTimeout',
  ],
  ...['retries', 'daemon', 'protocol'],
];

/**
 * The servers of other clients (of all, or of some) in the form of our own file. Placeholders stay; a secret in plain sight becomes
 * `${NAME}` with a note that says which variable to set.
 */
export function importConfig(config: Config, from?: readonly ClientName[]): ImportedConfig {
  const servers = config.servers.filter(
    server => server.file !== undefined && (from === undefined || from.includes(server.client)),
  );
  const notes: string[] = [];
  const entries = servers.map(server => [server.name, importEntry(server, notes)] as const);
  return { config: { mcpServers: Object.fromEntries(entries) }, notes };
}

function importEntry(server: ServerEntry, notes: string[]): JsonObject {
  const { entry, name } = server;
  const taken = (field: string, words: string): string => {
    const variable = variableName(words);
    notes.push(`${name}: ${field} looks like a secret and is left out; set ${variable}`);
    return `\${${variable}}`;
  };
  const changed: Readonly<Record<string, (value: Json) => Json>> = {
    args: value =>
      importArguments(value, (index, option) => taken(`args[${index}]`, `${name} ${option ?? `arg ${index}`}`)),
    env: value => mapTexts(value, (key, text) => (isLiteralSecret(key, text) ? taken(`env.${key}`, key) : text)),
    headers: value =>
      mapTexts(value, (key, text) => {
        if (!isLiteralSecretHeader(key, text)) return text;
        const scheme = /^(?:Bearer|Basic|Token|ApiKey) +/i.exec(text)?.[0] ?? '';
        return scheme + taken(`headers.${key}`, `${name} ${key}`);
      }),
    oauth: value =>
      mapTexts(value, (key, text) =>
        key === 'clientSecret' && !text.includes('$') ? taken(`oauth.${key}`, `${name} client secret`) : text,
      ),
    url: value => importUrl(value, parameter => taken('url', `${name} ${parameter}`)),
    command: value => absolute(server, value, true),
    cwd: value => absolute(server, value, false),
    envFile: value => absolute(server, value, false),
  };
  const pairs = keys.filter(key => entry[key] !== undefined);
  return Object.fromEntries(pairs.map(key => [key, changed[key]?.(entry[key]!) ?? entry[key]!]));
}

function importArguments(value: Json, take: (index: number, option: string | undefined) => string): Json {
  if (!Array.isArray(value)) return value;
  const secrets = argumentSecrets(value.map(String));
  return value.map((argument: Json, index) => {
    const secret = secrets.find(each => each.index === index);
    return secret === undefined ? argument : secret.replaced(take(index, secret.option));
  });
}

function importUrl(value: Json, take: (parameter: string) => string): Json {
  if (typeof value !== 'string') return value;
  const url = maskedUrl(value, take);
  // A password or token of another shape: which part of the URL is secret is not for us to guess.
  return compileRedaction().text(url).count === 0 ? url : take('url');
}

function mapTexts(value: Json, change: (key: string, text: string) => string): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, typeof inner === 'string' ? change(key, inner) : inner]),
  );
}

/** Paths of a file elsewhere would point to nowhere from the new one; those of a project file stay beside it. */
function absolute(server: ServerEntry, value: Json, isCommand: boolean): Json {
  if (typeof value !== 'string' || server.scope === 'project' || isAbsolute(value)) return value;
  if (/^(?:~|\$)/.test(value) || (isCommand && !/[/\\]/.test(value))) return value;
  return resolve(baseFolder(server, { cwd: '' }), value);
}

function variableName(words: string): string {
  const name = words
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `MCP_${name}`;
}
