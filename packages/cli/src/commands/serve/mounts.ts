import { resolve } from 'node:path';
import {
  type Config,
  ConfigError,
  ConnectionProblem,
  type ConnectOptions,
  type Definition,
  type ServerEntry,
} from '@concord/client';
import { readLimits, type Source, SourceRefusal } from '@concord/engine';
import type { Gateway, SharedUpstreams } from '@concord/gateway';
import { lastingSource, oneClientAtATime } from '@concord/gateway/upstreams';
import { isPublicAddress, type Mount, RefusedToStart } from '@concord/server';
import type { CommandContext } from '../../command/context.js';
import { toCommandFailure } from '../../command/failure.js';
import { withLastWords } from '../../command/last-words.js';
import { configured } from '../../find/servers.js';
import { programFacts } from '../../find/source-registry.js';
import { isPath, loadSource } from '../../find/sources.js';
import { makeBuiltIn, type OpenSetting } from '../../open/built-in.js';
import { failedSource } from '../../open/failed-source.js';
import { filteredSource } from '../../open/filtered-source.js';
import { definitionOf } from '../../open/open.js';
import { connectShared } from '../../open/shared-upstream.js';
import { connectUpstream } from '../../open/upstream.js';

/** What a server may ask, because it is put to the client whose call it works on. Roots belong to no call, and are not announced. */
const questions = ['elicitation/create', 'sampling/createMessage'] as const;

/** Tells the operator something. */
export type Tell = (level: 'info' | 'warn', message: string) => void;

/** For whom sources are made. */
export interface Serving {
  readonly tell: Tell;
  readonly gateway?: Gateway | undefined;
}

/** What is served: the sources and servers that are named, or all servers of the configuration. */
export async function loadMounts(
  names: readonly string[],
  context: CommandContext,
  serving: Serving,
): Promise<readonly Mount[]> {
  try {
    return await (names.length === 0
      ? allServers(context, serving)
      : Promise.all(names.map(name => load(name, context, serving, names.length === 1))));
  } catch (error) {
    // A file that cannot be read keeps everything from being served; the client is told why.
    throw error instanceof ConfigError ? new RefusedToStart(error.message) : error;
  }
}

/** A server of the configuration, a source that comes with the command, or the path of a module. */
async function load(name: string, context: CommandContext, serving: Serving, isAlone: boolean): Promise<Mount> {
  const { servers } = isPath(name) ? { servers: [] } : await configured(context);
  const entry = servers.find(each => each.name === name && each.client !== 'built-in');
  try {
    if (entry) return await serverMount(entry, context, serving, isAlone);
    const setting = { ...settingOf(context), program: programFacts(), isAlone };
    const others = servers.map(each => each.name);
    const mount = await loadSource(name, context, setting, others);
    return serving.gateway ? { ...mount, source: serving.gateway.served(mount.source) } : mount;
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
async function allServers(context: CommandContext, serving: Serving): Promise<readonly Mount[]> {
  const own = servedEntries(await configured(context));
  if (own.length === 0) throw new RefusedToStart('No server is configured. Name a source, for example: mcp serve demo');
  const results = await Promise.allSettled(own.map(entry => serverMount(entry, context, serving, false)));
  const mounts = results.map((each, index) =>
    each.status === 'fulfilled' ? each.value : refusal(each.reason, own[index]!),
  );
  const [first] = mounts.filter(each => each instanceof RefusedToStart);
  if (first && mounts.every(each => each instanceof RefusedToStart)) throw first;
  return mounts.map((each, index) => (each instanceof RefusedToStart ? leftOut(own[index]!, each, serving) : each));
}

/** The servers of a configuration that are served. */
export function servedEntries({ servers }: Config): readonly ServerEntry[] {
  return servers.filter(({ enabled, client }) => enabled && client !== 'built-in');
}

/** One server of the configuration; for one that cannot be used, what stands in its place. */
export async function configuredMount(entry: ServerEntry, context: CommandContext, serving: Serving): Promise<Mount> {
  try {
    return await serverMount(entry, context, serving, false);
  } catch (error) {
    return leftOut(entry, refusal(error, entry), serving);
  }
}

function leftOut({ name }: ServerEntry, { message }: RefusedToStart, { tell }: Serving): Mount {
  tell('warn', `left out: ${message}`);
  return { name, source: failedSource(name, message) };
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
  serving: Serving,
  isAlone: boolean,
): Promise<Mount> {
  const definition = await definitionOf(entry, context);
  const isShared = definition.transport === 'stdio' && definition.shared === true;
  const shared = isShared ? serving.gateway?.upstreams : undefined;
  const source =
    definition.transport === 'built-in'
      ? await makeBuiltIn(definition, settingOf(context))
      : await servedUpstream(entry, definition, context, serving, isAlone, shared);
  shared?.offer(entry.name, source);
  const filtered = filteredSource(source, definition);
  return { name: entry.name, source: serving.gateway?.served(filtered) ?? filtered };
}

/** An upstream server, connected or not. One that is all that is served must at least be a program that can be started. */
async function servedUpstream(
  entry: ServerEntry,
  definition: Definition,
  context: CommandContext,
  serving: Serving,
  isAlone: boolean,
  shared: SharedUpstreams | undefined,
): Promise<Source> {
  let settleStart: (problem?: ConnectionProblem) => void = () => {};
  const started = new Promise<ConnectionProblem | undefined>(resolve => {
    settleStart = resolve;
  });
  const { tell, gateway } = serving;
  const onWarning = (message: string) => tell('warn', message);
  const source = oneClientAtATime(onQuestion =>
    lastingSource({
      name: entry.name,
      limits: readLimits(context.env, () => {}),
      tell,
      explain: reasonOf,
      watch: gateway?.watch,
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

/** Why a server could not be reached: the message, and the last thing a server that did not start has written to stderr. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof ConnectionProblem ? withLastWords(error.message, error.details.stderrTail) : error.message;
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
