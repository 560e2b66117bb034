import { ConfigError, type Definition, type ServerEntry } from '@concord/client';
import { ProblemError, problem } from '@concord/contract';
import type { LeasedSource } from '@concord/daemon';
import type { Snapshot, Source, SourceReport, Tool } from '@concord/engine';
import { RefusedToStart } from '@concord/server';
import type { CommandContext } from '../command/context.js';
import { usable } from '../find/sources.js';
import { variablesToKeep } from './kept-sources.js';
import type { OpenServer } from './open-server.js';
import type { TimeLimit } from './time-limit.js';
import { filtered } from './tool-list.js';

type BuiltIn = Extract<Definition, { transport: 'built-in' }>;

/** Opens a source that comes with the command, or takes the one that a daemon has open. */
export async function openBuiltIn(
  entry: ServerEntry,
  definition: BuiltIn,
  context: CommandContext,
  limit: TimeLimit,
): Promise<OpenServer> {
  const variables = context.keepSource && variablesToKeep(definition.use, context.env);
  const use = {
    owner: `${entry.file ?? ''}#${entry.name}`,
    signal: limit.signal,
    ...(context.flags.verbose && { onReport: reporter(entry.name, context) }),
  };
  const leased =
    variables &&
    (await limit.waitFor(
      entry.name,
      'start',
      context.keepSource!(definition, { ...use, variables }, () =>
        openSource(entry, definition, variables, { cwd: context.cwd, isShortLived: false }),
      ),
    ));
  const lease =
    leased ?? forOneCommand(await openSource(entry, definition, context.env, { cwd: context.cwd, isShortLived: true }));
  return builtInServer(entry, definition, { ...lease, isKept: leased !== undefined }, context);
}

async function openSource(
  { name }: ServerEntry,
  { use, root, path, env: entryEnv }: BuiltIn,
  env: CommandContext['env'],
  more: { readonly cwd: string; readonly isShortLived: boolean },
): Promise<Source> {
  const make = Object.hasOwn(usable, use) ? usable[use] : undefined;
  if (!make)
    throw new ConfigError(`'${name}' uses the source '${use}', which this version does not have`, {
      server: name,
      hint: `There are: ${Object.keys(usable).join(', ')}`,
    });
  const setting = {
    env,
    ...more,
    ...(entryEnv && { entryEnv }),
    ...(root !== undefined && { root }),
    ...(path !== undefined && { path }),
  };
  const source = await made(name, async () => (await make())(setting));
  try {
    await source.open();
  } catch (error) {
    await source.close().catch(() => {});
    throw error;
  }
  return source;
}

/** What keeps a source from being made stands in its entry. */
async function made(server: string, make: () => Promise<Source>): Promise<Source> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof RefusedToStart)) throw error;
    throw new ConfigError(error.message, { server, hint: `mcp config show ${server}` });
  }
}

const forOneCommand = (source: Source): LeasedSource => ({
  source,
  call: work => work(),
  close: () => source.close(),
});

function reporter(name: string, { stderr }: CommandContext): (report: SourceReport) => void {
  return ({ level, message }) => void stderr(`[${name}] ${level}: ${message}\n`);
}

function builtInServer(
  entry: ServerEntry,
  definition: BuiltIn,
  { source, call, close, isKept }: LeasedSource & { readonly isKept: boolean },
  context: CommandContext,
): OpenServer {
  const { instructions } = source.identity;
  const missing = (what: string) => {
    throw new ProblemError(problem('not_found', `'${entry.name}' has no ${what}`));
  };
  // One that was open before may not have seen yet what was changed just now.
  const now = async (): Promise<Snapshot> => {
    if (isKept) await source.refresh?.();
    return source.snapshot();
  };
  const calling = (tool: Tool): Tool => ({
    ...tool,
    run: (args, each) => {
      context.sent(tool.annotations?.readOnlyHint === true || tool.annotations?.idempotentHint === true);
      return call(() => tool.run(args, each));
    },
  });
  return {
    entry,
    definition,
    ...(instructions !== undefined && { instructions }),
    tools: async ({ remembered = false } = {}) => {
      const isRemembered = remembered && isKept && source.refresh !== undefined;
      const { tools } = isRemembered ? source.snapshot() : await now();
      return { ...filtered(tools.map(calling), definition), ...(isRemembered && { isRemembered }) };
    },
    resources: async () => (await now()).resources,
    templates: async () => (await now()).resourceTemplates,
    prompts: async () => (await now()).prompts,
    read: async (uri, asked) => {
      await now();
      return source.read ? source.read(uri, asked) : missing('resources');
    },
    prompt: async (name, args, asked) => (source.prompt ? source.prompt(name, args, asked) : missing('prompts')),
    retryCount: () => 0,
    close,
  };
}
