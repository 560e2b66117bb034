import type { EntrySource, ServerEntry } from './definition.js';

/** The entry of a source that comes with the command. */
export function builtInEntry(source: EntrySource): ServerEntry {
  return {
    name: source.name,
    client: 'built-in',
    scope: 'built-in',
    transport: 'built-in',
    source,
    entry: { use: source.name },
    enabled: true,
    shadows: [],
  };
}
