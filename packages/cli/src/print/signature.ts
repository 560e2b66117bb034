import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { dereference, propertySchema, typesOf, valuesOf } from '../call/arguments/property-schema.js';
import { commandOn, type NamedServer, quoted } from '../command/next-command.js';
import { oneLine, padded, widthOf } from './text.js';

/** A parameter as `mcp info` tells it. */
export interface Parameter {
  readonly name: string;
  readonly param_type: string;
  readonly required: boolean;
  readonly description?: string;
}

/** The top-level parameters of a tool: required ones first, each group in the schema's order. */
export function parametersOf(schema: JsonObject): readonly Parameter[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const all = Object.entries(properties).map(([name, property]) => {
    const description = isJsonObject(property) ? property.description : undefined;
    return {
      name,
      param_type: typeName(property, schema),
      required: required.has(name),
      ...(typeof description === 'string' && { description }),
    };
  });
  return [...all.filter(each => each.required), ...all.filter(each => !each.required)];
}

function typeName(property: Json, root: JsonObject): string {
  const schema = dereference(property, root);
  if (!schema) return 'any';
  const types = typesOf(schema, root);
  if (types.length > 0) return types.join('|');
  const values = valuesOf(schema, root);
  return values ? values.map(each => (typeof each === 'string' ? each : JSON.stringify(each))).join('|') : 'any';
}

const shortNames: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'num',
  integer: 'int',
  boolean: 'bool',
  object: 'obj',
  array: 'list',
};

/** `name(a:num, [b:str])`. */
export function signatureOf(name: string, schema: JsonObject): string {
  const parts = parametersOf(schema).map(({ name: parameter, param_type, required }) => {
    const type = param_type
      .split('|')
      .map(each => shortNames[each] ?? each)
      .join('|');
    return required ? `${parameter}:${type}` : `[${parameter}:${type}]`;
  });
  return `${name}(${parts.join(', ')})`;
}

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
