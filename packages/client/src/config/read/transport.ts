import type { JsonObject } from '@concord/contract';
import type { EntrySource, ServerEntry } from '../entry/definition.js';

type Transport = ServerEntry['transport'];

const transports: Readonly<Record<string, { readonly transport: Transport; readonly needs: string }>> = {
  stdio: { transport: 'stdio', needs: 'command' },
  http: { transport: 'http', needs: 'url' },
  sse: { transport: 'sse', needs: 'url' },
};

/** How a server is reached; for one of our own, what its source says of itself. */
export interface Way {
  readonly transport: Transport;
  readonly source?: EntrySource;
}

/** How a server is reached, or why its entry does not say so. `type` decides; else the key that is there does. */
export function transportOf(entry: JsonObject, sources: readonly EntrySource[]): Way | { readonly fault: string } {
  const { type, use } = entry;
  const given = ['command', 'url', 'use'].filter(key => entry[key] !== undefined);
  const unfit = given.find(key => typeof entry[key] !== 'string' || entry[key] === '');
  if (unfit !== undefined) return { fault: `"${unfit}" must be a text that is not empty` };
  if (type !== undefined && use === undefined) return byType(entry, type);
  if (given.length > 1) return { fault: `has ${given.map(key => `"${key}"`).join(' and ')}: only one can be meant` };
  if (given.length === 0) return { fault: 'has neither "command" nor "url" nor "use"' };
  if (use === undefined) return { transport: entry.command === undefined ? 'http' : 'stdio' };
  const source = sources.find(({ name }) => name === use);
  if (source === undefined) return { fault: `"use" must be one of ${sources.map(({ name }) => name).join(', ')}` };
  const missing = source.needs?.find(key => typeof entry[key] !== 'string');
  if (missing !== undefined) return { fault: `"use": "${source.name}" needs "${missing}"` };
  return { transport: 'built-in', source };
}

function byType(entry: JsonObject, type: unknown): Way | { readonly fault: string } {
  const known = typeof type === 'string' && Object.hasOwn(transports, type) ? transports[type]! : undefined;
  if (known === undefined) return { fault: `"type" must be one of ${Object.keys(transports).join(', ')}` };
  if (entry[known.needs] === undefined) return { fault: `"type": "${type}" needs "${known.needs}"` };
  return { transport: known.transport };
}
