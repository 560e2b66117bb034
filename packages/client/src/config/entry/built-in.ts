import type { ServerEntry } from './definition.js';

/** The entry of a source that comes with the command. */
export function builtInEntry(name: string): ServerEntry {
  return {
    name,
    client: 'built-in',
    scope: 'built-in',
    transport: 'built-in',
    entry: { use: name },
    enabled: true,
    shadows: [],
  };
}

/** The sources that are there without any file. */
export const builtInEntries: readonly ServerEntry[] = ['context', 'code', 'dotnet'].map(builtInEntry);
