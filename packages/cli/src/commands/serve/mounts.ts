import { resolve } from 'node:path';
import { ConfigError, type Definition, type ServerEntry } from '@concord/client';
import { isPublicAddress, type Mount, RefusedToStart } from '@concord/server';
import { upstreamSource } from '@concord/source-upstream';
import type { CommandContext } from '../../command/context.js';
import { toCommandFailure } from '../../command/failure.js';
import { configured, definitionOf } from '../../find/servers.js';
import { isPath, loadSource, type SourceSetting, usable } from '../../find/sources.js';
import { stateFolder } from '../../find/state-folder.js';
import { filteredSource } from '../../open/filtered-source.js';
import { type LosableSource, RevivingSource } from '../../open/reconnecting-source.js';

/** What is served: the sources and servers that are named, or all servers of the configuration. */
export async function loadMounts(
  names: readonly string[],
  context: CommandContext,
  warn: (message: string) => void,
): Promise<readonly Mount[]> {
  return names.length === 0
    ? allServers(context, warn)
    : Promise.all(names.map(name => load(name, context, warn, names.length === 1)));
}

/** A server of the configuration, a source that comes with the command, or the path of a module. */
async function load(
  name: string,
  context: CommandContext,
  warn: (message: string) => void,
  isAlone: boolean,
): Promise<Mount> {
  const { servers } = isPath(name) ? { servers: [] } : await configured(context);
  const entry = servers.find(each => each.name === name && each.client !== 'built-in');
  try {
    return entry
      ? await serverMount(entry, context, warn)
      : await loadSource(
          name,
          context,
          { ...settingOf(context), isAlone },
          servers.map(each => each.name),
        );
  } catch (error) {
    if (error instanceof RefusedToStart) throw error;
    if (entry) throw refusal(error, entry);
    // A source that cannot even be loaded is its author's to mend, whatever it threw.
    throw new RefusedToStart(
      `The source '${name}' could not be loaded: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** One server that cannot be reached costs only itself, as long as another can. */
async function allServers(context: CommandContext, warn: (message: string) => void): Promise<readonly Mount[]> {
  const { servers } = await configured(context);
  const own = servers.filter(({ enabled, client }) => enabled && client !== 'built-in');
  if (own.length === 0) throw new RefusedToStart('No server is configured. Name a source, for example: mcp serve demo');
  const results = await Promise.allSettled(own.map(entry => serverMount(entry, context, warn)));
  const mounts = results.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []));
  const refusals = results.flatMap((each, index) =>
    each.status === 'rejected' ? [refusal(each.reason, own[index]!)] : [],
  );
  if (mounts.length === 0) throw refusals[0]!;
  for (const { message } of refusals) warn(`left out: ${message}`);
  return mounts;
}

function refusal(error: unknown, { name }: ServerEntry): RefusedToStart {
  const { message, failure } = toCommandFailure(error, { server: name });
  const { hint } = failure.problems[0];
  const isReached = error instanceof ConfigError;
  return new RefusedToStart(hint === undefined ? message : `${message} (${hint})`, isReached ? 1 : 3);
}

async function serverMount(
  entry: ServerEntry,
  context: CommandContext,
  warn: (message: string) => void,
): Promise<Mount> {
  const definition = await definitionOf(entry, context);
  if (definition.transport === 'built-in')
    return {
      name: entry.name,
      source: filteredSource(await ownSource(definition, settingOf(context)), definition),
    };
  const reach = () => reachSource(entry, definition, context, warn);
  const source = new RevivingSource(await reach(), reach, warn);
  return { name: entry.name, source: filteredSource(source, definition) };
}

/** What the command line says about sources of our own. */
function settingOf({ env, cwd, flags }: CommandContext): SourceSetting {
  return {
    env,
    cwd,
    ...(flags.root !== undefined && { root: resolve(cwd, flags.root as string) }),
    ...(flags.redact && { redact: true }),
    ...(flags['dotted-names'] && { dottedNames: true }),
    ...(typeof flags.http === 'string' && isPublicAddress(flags.http) && { isPublic: true }),
  };
}

async function ownSource(definition: Extract<Definition, { transport: 'built-in' }>, setting: SourceSetting) {
  const { use, name, root, path, env: entryEnv } = definition;
  const make = Object.hasOwn(usable, use) ? usable[use] : undefined;
  if (!make)
    throw new ConfigError(`'${name}' uses the source '${use}', which this version does not have`, { server: name });
  return (await make())({
    ...setting,
    ...(root !== undefined && { root }),
    ...(path !== undefined && { path }),
    ...(entryEnv && { entryEnv }),
  });
}

async function reachSource(
  entry: ServerEntry,
  definition: Definition,
  context: CommandContext,
  warn: (message: string) => void,
): Promise<LosableSource> {
  const connection = await context.connect(definition, {
    owner: `${entry.file ?? ''}#${entry.name}`,
    env: context.env,
    stateFolder: stateFolder(context),
    onWarning: warn,
  });
  const source = upstreamSource(entry.name, connection);
  try {
    await source.open();
  } catch (error) {
    await connection.close();
    throw error;
  }
  return { source, lost: connection.ended };
}
