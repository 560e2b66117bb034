import { resolve } from 'node:path';
import { ConfigError, type Definition, type ServerEntry } from '@concord/client';
import { isPublicAddress, type Mount, RefusedToStart } from '@concord/server';
import { upstreamSource } from '@concord/source-upstream';
import { toCommandFailure } from '../../command/failure.js';
import type { Flags } from '../../command/flags.js';
import { configured, definitionOf } from '../../find/servers.js';
import { isPath, loadSource, type SourceSetting, usable } from '../../find/sources.js';
import { stateFolder } from '../../find/state-folder.js';
import { filteredSource } from '../../open/filtered-source.js';
import { type LosableSource, RevivingSource } from '../../open/reconnecting-source.js';
import type { Shell } from '../../start/process-shell.js';

/** What is served: the sources and servers that are named, or all servers of the configuration. */
export async function loadMounts(
  names: readonly string[],
  shell: Shell,
  flags: Flags,
  warn: (message: string) => void,
): Promise<readonly Mount[]> {
  return names.length === 0
    ? allServers(shell, flags, warn)
    : Promise.all(names.map(name => load(name, shell, flags, warn, names.length === 1)));
}

/** A server of the configuration, a source that comes with the command, or the path of a module. */
async function load(
  name: string,
  shell: Shell,
  flags: Flags,
  warn: (message: string) => void,
  isAlone: boolean,
): Promise<Mount> {
  const { servers } = isPath(name) ? { servers: [] } : await configured(shell, flags);
  const entry = servers.find(each => each.name === name && each.client !== 'built-in');
  try {
    return entry
      ? await serverMount(entry, shell, flags, warn)
      : await loadSource(
          name,
          shell,
          { ...settingOf(shell, flags), isAlone },
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
async function allServers(shell: Shell, flags: Flags, warn: (message: string) => void): Promise<readonly Mount[]> {
  const { servers } = await configured(shell, flags);
  const own = servers.filter(({ enabled, client }) => enabled && client !== 'built-in');
  if (own.length === 0) throw new RefusedToStart('No server is configured. Name a source, for example: mcp serve demo');
  const results = await Promise.allSettled(own.map(entry => serverMount(entry, shell, flags, warn)));
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
  shell: Shell,
  flags: Flags,
  warn: (message: string) => void,
): Promise<Mount> {
  const definition = await definitionOf(entry, shell, flags);
  if (definition.transport === 'built-in')
    return {
      name: entry.name,
      source: filteredSource(await ownSource(definition, settingOf(shell, flags)), definition),
    };
  const reach = () => reachSource(entry, definition, shell, warn);
  const source = new RevivingSource(await reach(), reach, warn);
  return { name: entry.name, source: filteredSource(source, definition) };
}

/** What the command line says about sources of our own. */
function settingOf({ env, cwd }: Shell, flags: Flags): SourceSetting {
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
  shell: Shell,
  warn: (message: string) => void,
): Promise<LosableSource> {
  const connection = await shell.connect(definition, {
    owner: `${entry.file ?? ''}#${entry.name}`,
    env: shell.env,
    stateFolder: stateFolder(shell),
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
