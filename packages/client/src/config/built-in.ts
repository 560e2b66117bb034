import type { ServerEntry } from './definition.js';

/** The sources that are there without any file. */
export const builtInEntries: readonly ServerEntry[] = ['context', 'code', 'dotnet'].map(name => ({
  name,
  client: 'built-in',
  scope: 'built-in',
  transport: 'built-in',
  entry: { use: name },
  enabled: true,
  shadows: [],
}));
