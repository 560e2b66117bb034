import { isJsonObject, type Json } from '@concord/contract';
import { pieces } from '../argv/parts.js';
import type { Parameter } from '../table/table.js';
import { type Fault, invalidCharacters } from './rules.js';

/** The most characters of a string, and the most entries of a list. */
export const LONGEST = 32_768;
export const MOST_ENTRIES = 1_000;

const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/;
const CONTROL_BUT_LINE_BREAKS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** The rules for every string, and for every string that becomes a token of the command line. */
export function stringFault(parameter: Parameter, value: Json, action: string): Fault | undefined {
  const strings = stringsOf(value);
  const { name } = parameter;
  if (strings.length > MOST_ENTRIES)
    return { reason: 'too long', message: `Parameter '${name}' must have at most ${MOST_ENTRIES} entries` };
  if (strings.some(each => each.length > LONGEST))
    return { reason: 'too long', message: `Parameter '${name}' must be at most ${LONGEST} characters long` };
  const control = parameter.multiline ? CONTROL_BUT_LINE_BREAKS : CONTROL;
  if (strings.some(each => control.test(each))) return invalidCharacters(name);
  if (!isToken(parameter, action)) return undefined;
  const separator = parameter.splitAt;
  const own = separator === undefined ? strings : strings.flatMap(each => pieces(each, separator));
  // `-` would be read as an option, `@` as a response file.
  if (own.some(each => /^[-@]/.test(each)))
    return { reason: 'invalid format', message: `Parameter '${name}' must not begin with '-' or '@'` };
  return undefined;
}

function isToken({ token }: Parameter, action: string): boolean {
  return token === undefined || (token !== false && token.includes(action));
}

function stringsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.filter(each => typeof each === 'string');
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, each]) => [key, String(each)]) : [];
}
