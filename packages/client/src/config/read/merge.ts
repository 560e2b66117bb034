import type { JsonObject } from '@concord/contract';
import type { Config, ConfigFile, ServerEntry } from '../entry/definition.js';
import type { FileReading } from './read-file.js';

/** One list of servers from files in their order: the first definition of a name wins and knows which ones it hides. */
export function merge(readings: readonly FileReading[]): Config {
  const winners = new Map<string, { readonly entry: ServerEntry; readonly shadows: string[] }>();
  for (const entry of readings.flatMap(reading => reading.entries)) {
    const winner = winners.get(entry.name);
    if (winner === undefined) winners.set(entry.name, { entry, shadows: [] });
    else winner.shadows.push(entry.file!);
  }
  const won = new Set([...winners.values()].map(({ entry }) => entry.file));
  return {
    files: readings.map(reading => withStatus(reading, won)),
    servers: [...winners.values()].map(({ entry, shadows }) => ({ ...entry, shadows: [...new Set(shadows)] })),
    warnings: readings.flatMap(reading => reading.warnings),
    settings: Object.assign({}, ...readings.map(({ settings }) => settings ?? {}).reverse()) as JsonObject,
  };
}

/** A file all of whose servers are hidden is shadowed. */
function withStatus({ file, entries }: FileReading, won: ReadonlySet<string | undefined>): ConfigFile {
  const isHidden = file.status === 'used' && entries.length > 0 && !won.has(file.path);
  return isHidden ? { ...file, status: 'shadowed' } : file;
}
