import type { JsonObject } from '@concord/contract';
import { dereference, parametersOf, propertySchema, typesOf, valuesOf } from '@concord/engine';
import { commandOn, type NamedServer, quoted } from '../command/next-command.js';
import { oneLine, padded, widthOf } from './text.js';

/** A line for each parameter: name, type, whether it is required, what it is for. */
export function parameterLines(schema: JsonObject, isTerminal: boolean): readonly string[] {
  const parameters = parametersOf(schema);
  const name = Math.max(0, ...parameters.map(each => widthOf(each.name)));
  const type = Math.max(0, ...parameters.map(each => widthOf(each.param_type)));
  return parameters.map(each => {
    const need = each.required ? 'required' : 'optional';
    const words = [allowedValues(each.name, schema), oneLine(each.description ?? '', 400, isTerminal)];
    const line = `${padded(each.name, name)}   ${padded(each.param_type, type)}   ${need}   ${words.filter(Boolean).join('; ')}`;
    return line.trimEnd();
  });
}

const MOST_VALUES = 40;

/** `one of a, b` for a parameter that allows only some values, whose type does not name them. */
function allowedValues(name: string, schema: JsonObject): string {
  const property = propertySchema(schema, name) ?? {};
  const items = dereference(property.items, schema);
  const values = valuesOf(property, schema) ?? (items && valuesOf(items, schema));
  if (values === undefined || (typesOf(property, schema).length === 0 && !items)) return '';
  const shown = values.slice(0, MOST_VALUES).map(each => (typeof each === 'string' ? each : JSON.stringify(each)));
  const more = values.length > MOST_VALUES ? [`and ${values.length - MOST_VALUES} more`] : [];
  return `one of ${[...shown, ...more].join(', ')}`;
}

/** A command line that would call the tool: a value of the right type for everything that is required. */
export function exampleOf(server: NamedServer, tool: string, schema: JsonObject): string {
  const words = parametersOf(schema)
    .filter(each => each.required)
    .map(({ name }) => exampleWord(name, propertySchema(schema, name) ?? {}, schema));
  return commandOn('call', server, tool, words);
}

const exampleValues: Readonly<Record<string, string>> = { number: '1', integer: '1', boolean: 'true', null: 'null' };

function exampleWord(name: string, property: JsonObject, root: JsonObject): string {
  const [first] = valuesOf(property, root) ?? [];
  if (first !== undefined) return quoted(`${name}=${typeof first === 'string' ? first : JSON.stringify(first)}`);
  const [type = 'value'] = typesOf(property, root);
  const plain = exampleValues[type];
  if (plain !== undefined) return quoted(`${name}=${plain}`);
  return type === 'array' || type === 'object' ? `${quoted(name)}:=<${type}>` : `${quoted(name)}=<${type}>`;
}
