import { isJsonObject, type Json } from '@concord/contract';
import type { Parameter } from '../table/table.js';
import type { Fault } from './rules.js';

const types: Readonly<Record<Parameter['type'], { readonly name: string; readonly is: (value: Json) => boolean }>> = {
  string: { name: 'a string', is: value => typeof value === 'string' },
  boolean: { name: 'a boolean', is: value => typeof value === 'boolean' },
  integer: { name: 'an integer', is: value => Number.isInteger(value) },
  strings: {
    name: 'an array of strings',
    is: value => Array.isArray(value) && value.every(each => typeof each === 'string'),
  },
  object: { name: 'an object', is: isJsonObject },
};

/** The fault in the JSON type of a value; undefined when it has none. */
export function typeFault({ name, type }: Parameter, value: Json): Fault | undefined {
  if (types[type].is(value)) return undefined;
  return { reason: 'invalid type', message: `Parameter '${name}' must be ${types[type].name}` };
}

/** The value, or undefined when it counts as absent: a blank string, an empty object or list. */
export function present({ mayBeBlank }: Parameter, value: Json): Json | undefined {
  if (typeof value === 'string') return value.trim() === '' && !mayBeBlank ? undefined : value;
  if (Array.isArray(value)) {
    const filled = value.filter(each => typeof each !== 'string' || each.trim() !== '');
    return filled.length === 0 ? undefined : filled;
  }
  return isJsonObject(value) && Object.keys(value).length === 0 ? undefined : value;
}
