import { resolve } from 'node:path';
import {
  ConfigError,
  ConnectionProblem,
  type ConnectOptions,
  type Definition,
  type ServerEntry,
} from '@concord/client';
import { readLimits, type Source, SourceRefusal } from '@concord/engine';
import type { Gateway, SharedUpstreams } from '@concord/gateway';
import { isPublicAddress, type Mount, RefusedToStart } from '@concord/server';
import type { CommandContext } from '../../command/context.js';
import { toCommandFailure } from '../../command/failure.js';
import { configured } from '../../find/servers.js';
import { programFacts } from '../../find/source-registry.js';
import { isPath, loadSource } from '../../find/sources.js';
import { makeBuiltIn, type OpenSetting } from '../../open/built-in.js';
import { failedSource } from '../../open/failed-source.js';
import { filteredSource } from '../../open/filtered-source.js';
import { lastingSource } from '../../open/lasting-source.js';
import { oneClientAtATime } from '../../open/one-client-at-a-time.js';
import { definitionOf } from '../../open/open.js';
import { connectShared } from '../../open/shared-upstream.js';
import { connectUpstream } from '../../open/upstream.js';

/** What a server may ask, because it is put to the client whose call it works on. Roots belong to no call, and are not announced. */
const questions = ['elicitation/create', 'sampling/createMessage'] as const;

/** Tells the operator something. */
export type Tell = (level: 'info' | 'warn', message: string) => void;

/** What is served: the sources and servers that are named, or all servers of the configuration. */
export async function loadMounts(
  names: readonly string[],
  context: CommandContext,
  tell: Tell,
  gateway?: Gateway,
): Promise<readonly Mount[]> {
  try {
    const mounts = await (names.length === 0
      ? allServers(context, tell, gateway)
      : Promise.all(names.map(name => load(name, context, tell, names.length === 1, gateway))));
    return gateway ? mounts.map(mount => ({ ...mount, source: gateway.served(mount.source) })) : mounts;
  } catch (error) {
    // A file that cannot be read keeps everything from being served; the client is told why.
    throw error instanceof ConfigError ? new RefusedToStart(error.message) : error;
  }
}

/** A server of the configuration, a source that comes with the command, or the path of a module. */
async function load(
  name: string,
  context: CommandContext,
  tell: Tell,
  isAlone: boolean,
  gateway: Gateway | undefined,
): Promise<Mount> {
  const { servers } = isPath(name) ? { servers: [] } : await configured(context);
  const entry = servers.find(each => each.name === name && each.client !== 'built-in');
  try {
    return entry
      ? await serverMount(entry, context, tell, isAlone, gateway)
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

/** All configured servers, whether they are up or not: the names of their tools follow from that. Fails when not one has a usable entry. */
async function allServers(
  context: CommandContext,
  tell: Tell,
  gateway: Gateway | undefined,
): Promise<readonly Mount[]> {
  const { servers } = await configured(context);
  const own = servers.filter(({ enabled, client }) => enabled && client !== 'built-in');
  if (own.length === 0) throw new RefusedToStart('No server is configured. Name a source, for example: mcp serve demo');
  const results = await Promise.allSettled(own.map(entry => serverMount(entry, context, tell, false, gateway)));
  const mounts = results.map((each, index) =>
    each.status === 'fulfilled' ? each.value : refusal(each.reason, own[index]!),
  );
  const [first] = mounts.filter(each => each instanceof RefusedToStart);
  if (first && mounts.every(each => each instanceof RefusedToStart)) throw first;
  return mounts.map((each, index) => {
    if (!(each instanceof RefusedToStart)) return each;
    tell('warn', `left out: ${each.message}`);
    const { name } = own[index]!;
    return { name, source: failedSource(name, each.message) };
  });
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
  tell: Tell,
  isAlone: boolean,
  gateway: Gateway | undefined,
): Promise<Mount> {
  const definition = await definitionOf(entry, context);
  const isShared = definition.transport === 'stdio' && definition.shared === true;
  const shared = isShared ? gateway?.upstreams : undefined;
  const source =
    definition.transport === 'built-in'
      ? await makeBuiltIn(definition, settingOf(context))
      : await servedUpstream(entry, definition, context, tell, isAlone, shared);
  shared?.offer(entry.name, source);
  return { name: entry.name, source: filteredSource(source, definition) };
}

/** An upstream server, connected or not. One that is all that is served must at least be a program that can be started. */
async function servedUpstream(
  entry: ServerEntry,
  definition: Definition,
  context: CommandContext,
  tell: Tell,
  isAlone: boolean,
  shared: SharedUpstreams | undefined,
): Promise<Source> {
  let settleStart: (problem?: ConnectionProblem) => void = () => {};
  const started = new Promise<ConnectionProblem | undefined>(resolve => {
    settleStart = resolve;
  });
  const onWarning = (message: string) => tell('warn', message);
  const source = oneClientAtATime(onQuestion =>
    lastingSource({
      name: entry.name,
      limits: readLimits(context.env, () => {}),
      tell,
      ...(shared && { onSooner: listener => shared.onChange(entry.name, listener) }),
      connect: async signal => {
        try {
          const options = { signal, onStarted: settleStart, onWarning, onQuestion, asks: questions };
          const connect = (to: Definition, sign?: ConnectOptions['sign']) =>
            connectUpstream(entry, to, context, { ...options, ...(sign && { sign }) });
          if (shared === undefined || definition.transport !== 'stdio') return await connect(definition);
          return await connectShared(definition, shared, { start: () => connect(definition), forward: connect });
        } catch (error) {
          settleStart(error instanceof ConnectionProblem && error.kind === 'spawn_failed' ? error : undefined);
          throw error;
        }
      },
    }),
  );
  const fault = isAlone ? await started : undefined;
  if (fault === undefined) return source;
  await source.close();
  throw fault;
}

/** The settings of built-in sources from flags and environment. */
function settingOf({ env, cwd, flags }: CommandContext): OpenSetting {
  return {
    env,
    cwd,
    ...(flags.root !== undefined && { root: resolve(cwd, flags.root as string) }),
    ...(flags.redact && { redact: true }),
    ...(flags.write && { mayWrite: true }),
    ...(flags.tier !== undefined && { tier: flags.tier as string }),
    ...(flags.advisories !== undefined && { advisories: resolve(cwd, flags.advisories as string) }),
    ...(flags['dotted-names'] && { dottedNames: true }),
    ...(typeof flags.http === 'string' && isPublicAddress(flags.http) && { isPublic: true }),
  };
}
