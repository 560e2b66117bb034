import { isAllowed, type ServerEntry } from '@concord/client';
import { isJsonObject, type Json } from '@concord/contract';
import type { CommandContext } from '../../command/context.js';
import { programFacts, readySources } from '../../find/source-registry.js';
import { catalogCache } from '../../open/remembered-catalog.js';
import type { KnownTool } from './candidates.js';

/** The stored tools of a server that its entry allows; undefined when none are stored. */
export async function rememberedTools(
  context: CommandContext,
  entry: ServerEntry,
): Promise<readonly KnownTool[] | undefined> {
  const tools = await (entry.transport === 'built-in' ? ownTools(entry, context) : cachedTools(context, entry));
  const filters = {
    ...(isList(entry.entry.allowedTools) && { allowedTools: entry.entry.allowedTools }),
    ...(isList(entry.entry.disabledTools) && { disabledTools: entry.entry.disabledTools }),
  };
  return tools?.filter(({ name }) => isAllowed(filters, name));
}

/** Built-in sources are opened, because that starts no other program. */
async function ownTools(
  { source }: ServerEntry,
  { env, cwd }: CommandContext,
): Promise<readonly KnownTool[] | undefined> {
  const ready = readySources.find(({ name }) => name === source?.name);
  if (!ready) return undefined;
  const made = await ready.create({ env, cwd, program: programFacts() });
  try {
    return made.snapshot().tools;
  } finally {
    await made.close();
  }
}

async function cachedTools(context: CommandContext, entry: ServerEntry): Promise<readonly KnownTool[] | undefined> {
  const found = await catalogCache(context).findByEntry(entry);
  return found?.tools.flatMap(({ name, inputSchema }) =>
    typeof name === 'string' ? [{ name, inputSchema: isJsonObject(inputSchema) ? inputSchema : {} }] : [],
  );
}

function isList(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}
