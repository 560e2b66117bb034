import {
  builtInEntry,
  type Config,
  type Definition,
  findServer,
  readConfig,
  resolve,
  type ServerEntry,
} from '@concord/client';
import type { CommandContext } from '../command/context.js';
import { openBuiltIn } from '../open/built-in-server.js';
import type { OpenServer } from '../open/open-server.js';
import type { TimeLimit } from '../open/time-limit.js';
import { openUpstream } from '../open/upstream-server.js';
import { adjustedEntry } from './adjusted-entry.js';
import { requireConsent } from './consent.js';
import { builtIn } from './sources.js';

/** All configured servers; without any, the sources that come with the command. */
export async function configured(context: CommandContext): Promise<Config> {
  const config = await readFiles(context, context.flags['no-discover'] ? false : undefined);
  const own = config.servers.filter(({ client }) => client !== 'built-in');
  const taken = new Set(own.map(({ name }) => name));
  const ours = Object.keys(builtIn)
    .filter(name => !taken.has(name))
    .map(builtInEntry);
  return { ...config, servers: own.length === 0 ? ours : own.concat(hiddenBehind(ours)) };
}

/** The servers of all files, those of other clients too. */
export function discovered(context: CommandContext): Promise<Config> {
  return readFiles(context, true);
}

async function readFiles(context: CommandContext, discover: boolean | undefined): Promise<Config> {
  const { cwd, home, env, platform } = context;
  const configFile = context.flags.config as string | undefined;
  const config = await readConfig({ cwd, home, env, platform, configFile, discover });
  if (!context.flags.quiet) for (const warning of config.warnings) await context.stderr(`warning: ${warning}\n`);
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
export async function definitionOf(entry: ServerEntry, context: CommandContext): Promise<Definition> {
  await requireConsent(entry, context);
  return resolve(adjustedEntry(entry, context), context);
}

/** Reaches a server within a limit: starts it, or dials it. */
export function openServer(
  entry: ServerEntry,
  definition: Definition,
  context: CommandContext,
  limit: TimeLimit,
): Promise<OpenServer> {
  return definition.transport === 'built-in'
    ? openBuiltIn(entry, definition, context, limit)
    : openUpstream(entry, definition, context, limit);
}
