import { ConfigError, type Definition, type ServerEntry } from '@concord/client';
import type { LeasedSource } from '@concord/daemon';
import { delegatingSource, type Snapshot, type Source, type SourceReport, type Tool } from '@concord/engine';
import { RefusedToStart } from '@concord/server';
import type { CommandContext } from '../command/context.js';
import { type SourceSetting, usable } from '../find/sources.js';
import { variablesToKeep } from './kept-sources.js';
import type { TimeLimit } from './time-limit.js';

export type BuiltIn = Extract<Definition, { transport: 'built-in' }>;

/** Makes the source that a definition names, without opening it. What keeps it from being made stands in its entry. */
export async function makeBuiltIn({ name, use, root, path, env }: BuiltIn, setting: SourceSetting): Promise<Source> {
  const make = Object.hasOwn(usable, use) ? usable[use] : undefined;
  if (!make)
    throw new ConfigError(`'${name}' uses the source '${use}', which this version does not have`, {
      server: name,
      hint: `There are: ${Object.keys(usable).join(', ')}`,
    });
  return (await make())({
    ...setting,
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
  const variables = keepSource && variablesToKeep(definition.use, env);
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
  return openedOnce(source, sent);
}

async function opened(definition: BuiltIn, setting: SourceSetting): Promise<Source> {
  const source = await makeBuiltIn(definition, setting).catch(error => {
    if (!(error instanceof RefusedToStart)) throw error;
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
export function openedOnce(source: Source, sent: CommandContext['sent']): Source {
  return tellingSource(
    delegatingSource(() => source, { refresh: async () => {} }),
    sent,
    work => work(),
  );
}

/** A source that was open before this command: it may not have seen yet what was changed just now. */
export function leasedSource({ source, call, close }: LeasedSource, sent: CommandContext['sent']): Source {
  let isRemembered = source.refresh !== undefined;
  const kept = delegatingSource(() => source, {
    refresh: async options => {
      await source.refresh?.(options);
      isRemembered = false;
    },
    snapshot: () => (isRemembered ? { ...source.snapshot(), isRemembered } : source.snapshot()),
    close,
  });
  return tellingSource(kept, sent, call);
}

/** A source that tells when the call of a tool begins, and counts it with `call`. */
function tellingSource(
  source: Source,
  sent: CommandContext['sent'],
  call: <Result>(work: () => Promise<Result>) => Promise<Result>,
): Source {
  let from: readonly Tool[] | undefined;
  let tools: readonly Tool[] = [];
  const telling = (tool: Tool): Tool => ({
    ...tool,
    run: (args, each) => {
      sent(tool.annotations?.readOnlyHint === true || tool.annotations?.idempotentHint === true);
      return call(() => tool.run(args, each));
    },
  });
  return delegatingSource(() => source, {
    snapshot: (): Snapshot => {
      const now = source.snapshot();
      if (now.tools !== from) tools = now.tools.map(telling);
      from = now.tools;
      return { ...now, tools };
    },
  });
}

function reporter(name: string, { stderr }: CommandContext): (report: SourceReport) => void {
  return ({ level, message }) => void stderr(`[${name}] ${level}: ${message}\n`);
}
