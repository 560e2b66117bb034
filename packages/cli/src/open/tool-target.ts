import { isAllowed, type ServerEntry } from '@concord/client';
import type { CommandWords } from '../command/command.js';
import type { CommandContext } from '../command/context.js';
import { type CommandFailure, kindOf, toCommandFailure, usage } from '../command/failure.js';
import { commandOn } from '../command/next-command.js';
import { configured } from '../find/servers.js';
import { readTarget, type Target } from '../find/target.js';
import { allClosed, listEachServer } from './each-server.js';
import { definitionOf } from './open.js';
import { rememberedCatalog } from './remembered-catalog.js';

const MOST_CHOICES = 10;

/** Reads the target of a tool: as `readTarget`, and the name of a tool alone where exactly one server has it. */
export async function readToolTarget(
  line: CommandWords,
  context: CommandContext,
  verb: 'call' | 'info',
): Promise<Target> {
  try {
    return await readTarget(line, context, 'tool', verb === 'call');
  } catch (error) {
    const [name = '', ...words] = line.words;
    const failed = toCommandFailure(error);
    if (kindOf(failed.failure) !== 'unknown_server' || name.includes('/')) throw error;
    return { entry: await ownerOf(name, verb, failed, context), item: name, words };
  }
}

/** The only server that has a tool of that name. Fails with `unknown` when none has. */
async function ownerOf(
  tool: string,
  verb: string,
  unknown: CommandFailure,
  context: CommandContext,
): Promise<ServerEntry> {
  const entries = (await configured(context)).servers.filter(each => each.enabled);
  const known = await Promise.all(entries.map(entry => remembered(entry, context)));
  const listed = await listEachServer(
    entries.filter((_, index) => known[index] === undefined),
    { ...context, flags: { ...context.flags, quiet: true } },
    ['tools'],
  );
  await allClosed(listed);
  const toolsOf = (entry: ServerEntry, index: number): readonly string[] => {
    const found = listed.find(each => each.entry === entry);
    return known[index] ?? (found && 'answer' in found ? found.answer.tools.map(({ name }) => name) : []);
  };
  const [owner, ...others] = entries.filter((entry, index) => toolsOf(entry, index).includes(tool));
  if (owner === undefined) throw unknown;
  const silent = listed.filter(each => 'failed' in each).map(each => each.entry.name);
  const choices = [owner, ...others].slice(0, MOST_CHOICES).map(entry => commandOn(verb, entry, tool));
  if (others.length > 0)
    throw usage(`'${tool}' is a tool of ${1 + others.length} servers: name the one you mean`, choices.join(', or '));
  // Another server might have it too, and which one is called must not depend on who is there.
  if (silent.length > 0)
    throw usage(`'${tool}' is a tool of '${owner.name}', and ${silent.join(', ')} could not be asked`, choices[0]!);
  return owner;
}

/** The names of the tools that an earlier command has stored for a server; undefined when none are, or they are too old. */
async function remembered(entry: ServerEntry, context: CommandContext): Promise<readonly string[] | undefined> {
  if (entry.transport === 'built-in') return undefined;
  try {
    const definition = await definitionOf(entry, { ...context, ask: async () => undefined });
    const tools = await rememberedCatalog(entry, definition, context).tools();
    return tools?.map(({ name }) => String(name)).filter(name => isAllowed(definition, name));
  } catch {
    return undefined;
  }
}
