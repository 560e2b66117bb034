import { resolve } from 'node:path';
import { ConfigError, type ServerEntry } from '@concord/client';
import { SourceRefusal } from '@concord/engine';
import { isPublicAddress, type Mount, RefusedToStart } from '@concord/server';
import type { CommandContext } from '../../command/context.js';
import { toCommandFailure } from '../../command/failure.js';
import { configured } from '../../find/servers.js';
import { programFacts } from '../../find/source-registry.js';
import { isPath, loadSource } from '../../find/sources.js';
import { makeBuiltIn, type OpenSetting } from '../../open/built-in.js';
import { filteredSource } from '../../open/filtered-source.js';
import { definitionOf } from '../../open/open.js';
import { type ConnectedSource, reconnectingSource } from '../../open/reconnecting-source.js';
import { connectUpstream } from '../../open/upstream.js';

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
          { ...settingOf(context), program: programFacts(), isAlone },
          servers.map(each => each.name),
        );
  } catch (error) {
    if (error instanceof RefusedToStart) throw error;
    if (error instanceof SourceRefusal) throw new RefusedToStart(error.message, error.exitCode);
    if (entry) throw refusal(error, entry);
    // A source that cannot be loaded is its author's fault, so only the message is shown.
    throw new RefusedToStart(
      `The source '${name}' could not be loaded: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** All configured servers that can be opened. Fails only when none can. */
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
  if (error instanceof SourceRefusal) return new RefusedToStart(error.message, error.exitCode);
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
  const source =
    definition.transport === 'built-in'
      ? await makeBuiltIn(definition, settingOf(context))
      : await servedUpstream(() => connectUpstream(entry, definition, context, warn), warn);
  return { name: entry.name, source: filteredSource(source, definition) };
}

/** An upstream server that is connected again when its connection ends. */
async function servedUpstream(connect: () => Promise<ConnectedSource>, warn: (message: string) => void) {
  return reconnectingSource(await connect(), connect, warn);
}

/** The settings of built-in sources from flags and environment. */
function settingOf({ env, cwd, flags }: CommandContext): OpenSetting {
  return {
    env,
    cwd,
    ...(flags.root !== undefined && { root: resolve(cwd, flags.root as string) }),
    ...(flags.redact && { redact: true }),
    ...(flags['dotted-names'] && { dottedNames: true }),
    ...(typeof flags.http === 'string' && isPublicAddress(flags.http) && { isPublic: true }),
  };
}
