import { ConfigError, type Definition, type ServerEntry } from '@concord/client';
import { ProblemError, problem } from '@concord/contract';
import type { Shell } from '../shell.js';
import { usable } from '../sources.js';
import type { OpenServer } from './open-server.js';
import { filtered } from './tool-list.js';

type BuiltIn = Extract<Definition, { transport: 'built-in' }>;

/** Opens a source that comes with the command. */
export async function openBuiltIn(entry: ServerEntry, definition: BuiltIn, { env }: Shell): Promise<OpenServer> {
  const make = Object.hasOwn(usable, definition.use) ? usable[definition.use] : undefined;
  if (!make)
    throw new ConfigError(`'${entry.name}' uses the source '${definition.use}', which this version does not have`, {
      server: entry.name,
      hint: `There are: ${Object.keys(usable).join(', ')}`,
    });
  const { root, path } = definition;
  const source = await (await make())({
    env,
    ...(root !== undefined && { root }),
    ...(path !== undefined && { path }),
  });
  await source.open();
  const { instructions } = source.identity;
  const missing = (what: string) => {
    throw new ProblemError(problem('not_found', `'${entry.name}' has no ${what}`));
  };
  return {
    entry,
    definition,
    ...(instructions !== undefined && { instructions }),
    tools: async () => filtered(source.snapshot().tools, definition),
    resources: async () => source.snapshot().resources,
    templates: async () => source.snapshot().resourceTemplates,
    prompts: async () => source.snapshot().prompts,
    read: async (uri, call) => (source.read ? source.read(uri, call) : missing('resources')),
    prompt: async (name, args, call) => (source.prompt ? source.prompt(name, args, call) : missing('prompts')),
    retryCount: () => 0,
    close: () => source.close(),
  };
}
