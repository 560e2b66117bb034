import { compileRedaction, isJsonObject, type Json, type JsonObject, type Problem } from '@concord/contract';
import { propertySchema } from '@concord/engine';
import { quoted } from '../../command/next-command.js';
import type { Assembled } from './assemble.js';
import { coerce } from './coerce.js';

const MASK = '[REDACTED]';

/** A corrected command line, with `<type>` for missing values. It contains no secrets and nothing that was read from files. */
export function suggestionFor(
  commandLine: (words: readonly string[]) => string,
  { args, readFromFiles }: Assembled,
  problems: readonly Problem[],
  schema: JsonObject,
): string {
  const shown = compileRedaction({}).value(args).value as JsonObject;
  const write = (name: string, value: Json | undefined): string => {
    const place = readFromFiles.get(name);
    if (place !== undefined) return quoted(`${name}${typeof value === 'string' ? '=' : ':='}${place}`);
    if (value === undefined || JSON.stringify(value).includes(MASK)) return `${quoted(name)}=<value>`;
    return word(name, value, schema);
  };
  const members = new Map(Object.keys(args).map(name => [name, write(name, shown[name])]));
  for (const { argument, details } of problems) {
    const name = topLevel(argument?.pointer ?? '');
    if (name === undefined || !argument) continue;
    const placeholder = `${quoted(name)}=<${argument.expected}>`;
    if (typeof details?.mistaken === 'string') {
      members.delete(details.mistaken);
      const given = shown[details.mistaken];
      members.set(name, fits(given, name, schema) ? write(name, given) : placeholder);
    } else if (details?.reason === 'unknown') {
      members.delete(name);
      const { nearest } = argument;
      if (nearest !== undefined && !Object.hasOwn(args, nearest)) members.set(nearest, write(nearest, shown[name]));
    } else members.set(name, argument.nearest === undefined ? placeholder : word(name, argument.nearest, schema));
  }
  const known = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  const ordered = [...members].sort(([one], [other]) => place(one) - place(other));
  return commandLine(ordered.map(([, word]) => word));
}

/** Whether a value that was given under a wrong name fits the schema of the right one. */
function fits(value: Json | undefined, name: string, schema: JsonObject): boolean {
  const type = propertySchema(schema, name)?.type;
  if (value === undefined || typeof type !== 'string' || type === 'string') return value !== undefined;
  return typeof value !== 'string' || typeof coerce(value, propertySchema(schema, name), schema) !== 'string';
}

function topLevel(pointer: string): string | undefined {
  const [, first] = pointer.split('/');
  return first?.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** `key=text` where that gives the same value, else `key:=json`. */
function word(name: string, value: Json, schema: JsonObject): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const back =
    isJsonObject(value) || Array.isArray(value) ? undefined : coerce(text, propertySchema(schema, name), schema);
  const same = typeof value === 'string' || back === value;
  if (!same) return quoted(`${name}:=${text}`);
  return quoted(`${name}=${text.startsWith('@') ? '@' : ''}${text}`);
}
