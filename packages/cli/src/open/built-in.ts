import { ConfigError, type Definition, type ServerEntry } from '@concord/client';
import type { LeasedSource } from '@concord/daemon';
import {
  changedSnapshot,
  delegatingSource,
  type Source,
  SourceRefusal,
  type SourceReport,
  type SourceSetting,
  type Tool,
} from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { programFacts, sourceNamed } from '../find/source-registry.js';
import type { TimeLimit } from './time-limit.js';

export type BuiltIn = Extract<Definition, { transport: 'built-in' }>;

/** The settings that every source gets. */
export type OpenSetting = Omit<SourceSetting, 'program' | 'root' | 'path' | 'entryEnv'> & { readonly root?: string };

/** Makes the source that a definition names, without opening it. Throws a SourceRefusal when its settings are wrong. */
export function makeBuiltIn({ name, use, root, path, env }: BuiltIn, setting: OpenSetting): Promise<Source> {
  const source = sourceNamed(use);
  if (!source)
    throw new ConfigError(`'${name}' uses the source '${use}', which this version does not have`, { server: name });
  return source.create({
    ...setting,
    program: programFacts(),
    ...(env && { entryEnv: env }),
    ...(root !== undefined && { root }),
    ...(path !== undefined && { path }),
  });
}

/** Opens a built-in source for one command, or takes the one that a daemon keeps open. */
export async function openBuiltIn(
  entry: ServerEntry,
  definition: BuiltIn,
  context: CommandContext,
  limit: TimeLimit,
): Promise<Source> {
  const { cwd, env, flags, keepSource, sent } = context;
  const variables = keepSource && keptVariables(definition.use, env);
  const use = {
    owner: `${entry.file ?? ''}#${entry.name}`,
    signal: limit.signal,
    ...(flags.verbose && { onReport: reporter(entry.name, context) }),
  };
  const lease =
    variables &&
    (await limit.waitFor(
      entry.name,
      'start',
      keepSource!(definition, { ...use, variables }, () =>
        opened(definition, { env: variables, cwd, isShortLived: false }),
      ),
    ));
  if (lease) return leasedSource(lease, sent);
  const source = await opened(definition, { env, cwd, isShortLived: true });
  return singleUseSource(source, sent);
}

/** The variables that a source depends on, which a daemon uses as its key; undefined for a source that no daemon keeps. */
function keptVariables(use: string, env: CommandContext['env']): Readonly<Record<string, string>> | undefined {
  const isKept = sourceNamed(use)?.keptVariables?.(env);
  if (isKept === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && isKept(entry[0])),
  );
}

async function opened(definition: BuiltIn, setting: OpenSetting): Promise<Source> {
  const source = await makeBuiltIn(definition, setting).catch(error => {
    if (!(error instanceof SourceRefusal)) throw error;
    const { name } = definition;
    throw new ConfigError(error.message, { server: name, hint: `mcp config show ${name}` });
  });
  try {
    await source.open();
  } catch (error) {
    await source.close().catch(() => {});
    throw error;
  }
  return source;
}

/** A source that was just opened for this command alone, so `refresh` has nothing to do. */
export function singleUseSource(source: Source, sent: CommandContext['sent']): Source {
  return callReportingSource(
    delegatingSource(() => source, { refresh: async () => {} }),
    sent,
    work => work(),
  );
}

/** A source that was open before this command. Its snapshot counts as remembered until `refresh`, because recent changes may be missing. */
export function leasedSource({ source, call, close }: LeasedSource, sent: CommandContext['sent']): Source {
  let isRemembered = source.refresh !== undefined;
  const remembered = changedSnapshot(source, snapshot => ({ ...snapshot, isRemembered: true }));
  const kept = delegatingSource(() => source, {
    refresh: async options => {
      await source.refresh?.(options);
      isRemembered = false;
    },
    snapshot: () => (isRemembered ? remembered() : source.snapshot()),
    close,
  });
  return callReportingSource(kept, sent, call);
}

/** A source that reports each call of a tool to `sent`, and runs it through `call`. */
function callReportingSource(
  source: Source,
  sent: CommandContext['sent'],
  call: <Result>(work: () => Promise<Result>) => Promise<Result>,
): Source {
  const reporting = (tool: Tool): Tool => ({
    ...tool,
    run: (args, each) => {
      sent(tool.annotations?.readOnlyHint === true || tool.annotations?.idempotentHint === true);
      return call(() => tool.run(args, each));
    },
  });
  return delegatingSource(() => source, {
    snapshot: changedSnapshot(source, snapshot => ({ ...snapshot, tools: snapshot.tools.map(reporting) })),
  });
}

function reporter(name: string, { stderr }: CommandContext): (report: SourceReport) => void {
  return ({ level, message }) => void stderr(`[${name}] ${level}: ${message}\n`);
}
