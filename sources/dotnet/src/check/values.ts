import type { Json } from '@concord/contract';
import type { Parameter } from '../table/table.js';
import { stringFault } from './every-string.js';
import { choiceMessage } from './messages.js';
import { type Fault, type Place, valueRules } from './rules.js';

/** What is wrong with a value of the right type, on its own; undefined when nothing is. */
export function valueFault(parameter: Parameter, value: Json, place: Place): Fault | undefined {
  return (
    stringFault(parameter, value, place.action) ?? rangeFault(parameter, value) ?? ruleFault(parameter, value, place)
  );
}

/** The value of an enumeration in its own spelling, and any other value as it is; a fault when it is none of those allowed. */
export function chosen(parameter: Parameter, value: Json): { readonly value: Json } | Fault {
  const { enum: allowed, name } = parameter;
  if (allowed === undefined) return { value };
  // Only enumerations that are in lower case throughout are read in any case.
  const isLower = allowed.every(each => each === each.toLowerCase());
  const found = isLower && typeof value === 'string' ? value.toLowerCase() : value;
  if (allowed.some(each => each === found)) return { value: found };
  return { reason: 'invalid value', message: choiceMessage(name, allowed) };
}

function rangeFault({ name, minimum = -Infinity, maximum = Infinity }: Parameter, value: Json): Fault | undefined {
  if (typeof value !== 'number' || (value >= minimum && value <= maximum)) return undefined;
  return { reason: 'invalid value', message: `Parameter '${name}' must be between ${minimum} and ${maximum}` };
}

function ruleFault({ rule }: Parameter, value: Json, place: Place): Fault | undefined {
  if (rule === undefined) return undefined;
  for (const each of Array.isArray(value) ? value : [value]) {
    const fault = valueRules[rule](each, place);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
