import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { ServerEntry } from './definition.js';
import { ConfigError } from './error.js';

/** A field of an entry that may hold placeholders: where it is, and its text. */
export interface TextField {
  readonly field: string;
  readonly text: string;
}

/** Says what is wrong with a field of a server, and never what its value is. */
export function fieldError(server: ServerEntry, field: string, problem: string, hint?: string): ConfigError {
  const place = server.file === undefined ? '' : ` in ${server.file}`;
  return new ConfigError(`${field} of server ${JSON.stringify(server.name)}${place} ${problem}`, {
    server: server.name,
    hint,
  });
}

/** Every text of an entry that is expanded, in a fixed order. Throws for a field of the wrong type. */
export function textFields(server: ServerEntry): readonly TextField[] {
  const { entry } = server;
  const oauth = isJsonObject(entry.oauth) ? entry.oauth : {};
  const text = (field: string): TextField[] =>
    entry[field] === undefined ? [] : [{ field, text: textOf(server, field, entry[field]) }];
  return [
    ...text('command'),
    ...listOf(server, 'args').map((item, index) => ({ field: `args[${index}]`, text: item })),
    ...text('envFile'),
    ...mapOf(server, 'env').map(([name, value]) => ({ field: `env.${name}`, text: value })),
    ...text('cwd'),
    ...text('url'),
    ...mapOf(server, 'headers').map(([name, value]) => ({ field: `headers.${name}`, text: value })),
    ...text('path'),
    ...text('root'),
    ...Object.entries(oauth).flatMap(([name, value]) =>
      typeof value === 'string' ? [{ field: `oauth.${name}`, text: value }] : [],
    ),
  ];
}

/** The texts of a list. */
export function listOf(server: ServerEntry, field: string): readonly string[] {
  const value = server.entry[field];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw fieldError(server, field, 'must be a list');
  return value.map((item, index) => textOf(server, `${field}[${index}]`, item));
}

/** Names and texts of an object; a name whose value is null is left out. */
export function mapOf(server: ServerEntry, field: string): readonly (readonly [string, string])[] {
  const value = server.entry[field];
  if (value === undefined || value === null) return [];
  if (!isJsonObject(value)) throw fieldError(server, field, 'must be an object');
  return Object.entries(value)
    .filter(([, item]) => item !== null)
    .map(([name, item]) => [name, textOf(server, `${field}.${name}`, item)] as const);
}

/** Numbers and booleans are taken for the text they are written as. */
function textOf(server: ServerEntry, field: string, value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw fieldError(server, field, 'must be a text');
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** A duration in milliseconds: a number, or a text with the unit ms, s or m. */
export function durationOf(server: ServerEntry, field: string): number | undefined {
  const value = server.entry[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  const [, count, unit] = (typeof value === 'string' && /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(value)) || [];
  if (count === undefined) throw fieldError(server, field, 'must be a number of milliseconds, 0 or more');
  return Number(count) * units[unit ?? 'ms']!;
}

/** A whole number, 0 or more. */
export function countOf(server: ServerEntry, field: string): number | undefined {
  const value = server.entry[field];
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw fieldError(server, field, 'must be a whole number, 0 or more');
}

/** One of a few words. */
export function wordOf<Word extends string>(
  server: ServerEntry,
  field: string,
  words: readonly Word[],
): Word | undefined {
  const value = server.entry[field];
  if (value === undefined || value === null) return undefined;
  const word = words.find(each => each === value);
  if (word === undefined) throw fieldError(server, field, `must be one of ${words.join(', ')}`);
  return word;
}

/** Yes or no. */
export function flagOf(entry: JsonObject, field: string, usual: boolean): boolean {
  const value = entry[field];
  return typeof value === 'boolean' ? value : usual;
}
