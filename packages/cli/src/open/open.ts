import { type Definition, resolve, type ServerEntry } from '@concord/client';
import type { Source } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { adjustedEntry } from '../find/adjusted-entry.js';
import { requireConsent } from '../find/consent.js';
import { openBuiltIn } from './built-in.js';
import { filteredSource } from './filtered-source.js';
import type { TimeLimit } from './time-limit.js';
import { openUpstream } from './upstream.js';

/** The resolved definition of a server. Asks for consent first where it is needed; that wait does not count against the time limit. */
export async function definitionOf(entry: ServerEntry, context: CommandContext): Promise<Definition> {
  await requireConsent(entry, context);
  return resolve(adjustedEntry(entry, context), context);
}

/** Opens a server for one command, within the time limit: starts it, connects to it, or takes the one that a daemon keeps open. */
export async function openSource(
  entry: ServerEntry,
  definition: Definition,
  context: CommandContext,
  limit: TimeLimit,
): Promise<Source> {
  const open =
    definition.transport === 'built-in'
      ? openBuiltIn(entry, definition, context, limit)
      : openUpstream(entry, definition, context, limit);
  return filteredSource(await open, definition);
}
