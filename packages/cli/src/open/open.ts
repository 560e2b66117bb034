import { type Definition, resolve, type ServerEntry } from '@concord/client';
import type { Source } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { adjustedEntry } from '../find/adjusted-entry.js';
import { requireConsent } from '../find/consent.js';
import { openBuiltIn } from './built-in.js';
import { filteredSource } from './filtered-source.js';
import type { TimeLimit } from './time-limit.js';
import { openUpstream } from './upstream.js';

/** What it takes to reach a server, after consent where it is due. The time a person takes to answer counts for nothing. */
export async function definitionOf(entry: ServerEntry, context: CommandContext): Promise<Definition> {
  await requireConsent(entry, context);
  return resolve(adjustedEntry(entry, context), context);
}

/** Opens a server for one command, within its time: starts it, dials it, or takes the one that a daemon keeps. */
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
