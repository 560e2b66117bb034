import { builtInEntry, type Config, readConfig, type ServerEntry } from '@concord/client';
import type { FindContext } from '../command/context.js';
import { readySources, sources } from './source-registry.js';

/** All configured servers; without any, the sources that come with the command. */
export async function configured(context: FindContext): Promise<Config> {
  const config = await readFiles(context, context.flags['no-discover'] ? false : undefined);
  const own = config.servers;
  const taken = new Set(own.map(({ name }) => name));
  const ours = readySources.filter(({ name }) => !taken.has(name)).map(builtInEntry);
  return { ...config, servers: own.length === 0 ? ours : own.concat(disabled(ours)) };
}

/** The servers of all files, those of other clients too. */
export function discovered(context: FindContext): Promise<Config> {
  return readFiles(context, true);
}

async function readFiles(context: FindContext, discover: boolean | undefined): Promise<Config> {
  const { cwd, home, env, platform } = context;
  const configFile = context.flags.config as string | undefined;
  const config = await readConfig({ cwd, home, env, platform, configFile, discover, sources });
  if (!context.flags.quiet) for (const warning of config.warnings) await context.stderr(`warning: ${warning}\n`);
  return config;
}

/** Built-in sources can always be called by name, but are listed only when no server is configured. */
function disabled(entries: readonly ServerEntry[]): ServerEntry[] {
  return entries.map(entry => ({ ...entry, enabled: false }));
}
