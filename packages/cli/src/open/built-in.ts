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

/** What is told to every source, whoever opens it. */
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

/** Opens a source that comes with the command for one command, or takes the one that a daemon keeps open. */
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

/** The variables a source is opened with so that a daemon can keep it; undefined for one that is opened anew each time. */
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

/** A source that was opened a moment ago, for this command alone: there is nothing to look for again. */
export function singleUseSource(source: Source, sent: CommandContext['sent']): Source {
  return callReportingSource(
    delegatingSource(() => source, { refresh: async () => {} }),
    sent,
    work => work(),
  );
}

/** A source that was open before this command: it may not have seen yet what was changed just now. */
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

/** A source that tells when the call of a tool begins, and counts it with `call`. */
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
