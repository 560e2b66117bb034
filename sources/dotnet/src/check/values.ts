import type { Json } from '@concord/contract';
import type { Parameter } from '../table/table.js';
import { stringFault } from './every-string.js';
import { choiceMessage } from './messages.js';
import { type Fault, type Place, valueRules } from './rules.js';

/** The fault of a single value of the right type; undefined when it has none. */
export function valueFault(parameter: Parameter, value: Json, place: Place): Fault | undefined {
  return (
    stringFault(parameter, value, place.action) ?? rangeFault(parameter, value) ?? ruleFault(parameter, value, place)
  );
}

/** The value of an enumeration in its defined case, any other value unchanged; a fault when the enumeration does not have it. */
export function chosen(parameter: Parameter, value: Json): { readonly value: Json } | Fault {
  const { enum: allowed, name } = parameter;
  if (allowed === undefined) return { value };
  // Case is ignored only for enumerations that are entirely in lower case.
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
