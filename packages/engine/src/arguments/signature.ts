import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { dereference, typesOf, valuesOf } from './property-schema.js';

/** A parameter in words. */
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
