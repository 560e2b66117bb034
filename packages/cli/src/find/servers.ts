import {
  builtInEntry,
  type Config,
  type Definition,
  findServer,
  readConfig,
  resolve,
  type ServerEntry,
} from '@concord/client';
import type { Flags } from '../command/flags.js';
import { openBuiltIn } from '../open/built-in-server.js';
import type { OpenServer } from '../open/open-server.js';
import type { TimeLimit } from '../open/time-limit.js';
import { openUpstream } from '../open/upstream-server.js';
import type { Shell } from '../start/process-shell.js';
import { adjustedEntry } from './adjusted-entry.js';
import { requireConsent } from './consent.js';
import { builtIn } from './sources.js';

/** All configured servers; without any, the sources that come with the command. */
export async function configured(shell: Shell, flags: Flags): Promise<Config> {
  const config = await readFiles(shell, flags, flags['no-discover'] ? false : undefined);
  const own = config.servers.filter(({ client }) => client !== 'built-in');
  const taken = new Set(own.map(({ name }) => name));
  const ours = Object.keys(builtIn)
    .filter(name => !taken.has(name))
    .map(builtInEntry);
  return { ...config, servers: own.length === 0 ? ours : own.concat(hiddenBehind(ours)) };
}

/** The servers of all files, those of other clients too. */
export function discovered(shell: Shell, flags: Flags): Promise<Config> {
  return readFiles(shell, flags, true);
}

async function readFiles(shell: Shell, flags: Flags, discover: boolean | undefined): Promise<Config> {
  const { cwd, home, env, platform } = shell;
  const configFile = flags.config as string | undefined;
  const config = await readConfig({ cwd, home, env, platform, configFile, discover });
  if (!flags.quiet) for (const warning of config.warnings) await shell.stderr(`warning: ${warning}\n`);
  return config;
}

/** Built-in sources can always be called by name; they are listed only when there is nothing else. */
function hiddenBehind(entries: readonly ServerEntry[]): ServerEntry[] {
  return entries.map(entry => ({ ...entry, enabled: false }));
}

/** The server of that name, or an error that lists those there are. */
export function serverNamed(config: Config, name: string): ServerEntry {
  return config.servers.find(entry => entry.name === name) ?? findServer(config, name);
}

/** What it takes to reach a server, after consent where it is due. The time a person takes to answer counts for nothing. */
export async function definitionOf(entry: ServerEntry, shell: Shell, flags: Flags): Promise<Definition> {
  await requireConsent(entry, shell, flags);
  return resolve(adjustedEntry(entry, flags, shell), shell);
}

/** Reaches a server within a limit: starts it, or dials it. */
export function openServer(
  entry: ServerEntry,
  definition: Definition,
  shell: Shell,
  flags: Flags,
  limit: TimeLimit,
): Promise<OpenServer> {
  return definition.transport === 'built-in'
    ? openBuiltIn(entry, definition, shell, flags, limit)
    : openUpstream(entry, definition, shell, flags, limit);
}
