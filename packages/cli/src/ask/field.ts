import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { type Limits, schemaFaults } from '@concord/engine';
import { fitted } from '../print/text.js';

/** One thing a person is asked to fill in. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** What there is to choose from; undefined where anything may be typed. */
  readonly choices?: readonly Choice[];
  readonly takesSeveral: boolean;
}

interface Choice {
  readonly value: Json;
  readonly label: string;
}

/** What was made of a typed line: a value, nothing (the field is left out), or why it will not do. */
export type Read = { readonly value: Json } | { readonly fault: string } | Record<string, never>;

const WIDTH = 200;

/** The fields of a form, in the order its schema has them. */
export function fieldsOf(requestedSchema: Json | undefined): readonly Field[] {
  const { properties, required } = isJsonObject(requestedSchema) ? requestedSchema : {};
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, property]) => {
    const schema = isJsonObject(property) ? property : {};
    const { title, description, type, items } = schema;
    const takesSeveral = type === 'array';
    const choices = choicesOf(takesSeveral && isJsonObject(items) ? items : schema);
    return {
      name,
      label: fitted(typeof title === 'string' && title.trim() !== '' ? title : name, WIDTH),
      ...(typeof description === 'string' && { description: fitted(description, WIDTH) }),
      schema,
      isRequired: isRequired(name),
      ...(choices && { choices }),
      takesSeveral,
    };
  });
}

/** The values of an enum, with the titles that either way of writing them gives. */
function choicesOf(schema: JsonObject): readonly Choice[] | undefined {
  const titled = [schema.oneOf, schema.anyOf].find(Array.isArray)?.filter(isJsonObject) ?? [];
  if (titled.length > 0 && titled.every(each => each.const !== undefined))
    return titled.map(({ const: value, title }) => choice(value!, title));
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  return Array.isArray(schema.enum) ? schema.enum.map((value, at) => choice(value, names[at])) : undefined;
}

const choice = (value: Json, title: Json | undefined): Choice => ({
  value,
  label: fitted(typeof title === 'string' && title !== '' ? title : shown(value), WIDTH),
});

/** A value as a person types it. */
export function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The label of a value where it is one of the choices. */
export function labelOf({ choices }: Field, value: Json): string {
  return choices?.find(each => each.value === value)?.label ?? shown(value);
}

/** What a typed line means for a field. An empty line is its default, or leaves out what may be left out. */
export function readField(field: Field, line: string, limits: Limits): Read {
  const typed = line.trim();
  if (typed === '' && field.schema.default !== undefined) return { value: field.schema.default };
  if (typed === '') return field.isRequired ? { fault: 'A value is needed' } : {};
  const read = field.takesSeveral ? readSeveral(field, typed) : readOne(field, typed);
  if (!('value' in read)) return read;
  const [fault] = schemaFaults(field.schema, read.value as Json, limits);
  return fault === undefined ? read : { fault: fault.replace(/^\/[^:]{0,80}: /, '') };
}

function readSeveral(field: Field, typed: string): Read {
  const { items } = field.schema;
  const single = { ...field, schema: isJsonObject(items) ? items : {} };
  const read = typed.split(',').map(part => readOne(single, part.trim()));
  const wrong = read.find(each => 'fault' in each);
  return wrong ?? { value: read.map(each => (each as { value: Json }).value) };
}

function readOne({ choices, schema }: Field, typed: string): Read {
  if (choices) return readChoice(choices, typed);
  const { type } = schema;
  if (type === 'boolean') return readBoolean(typed);
  if (type === 'number' || type === 'integer')
    return Number.isFinite(Number(typed)) ? { value: Number(typed) } : { fault: 'Type a number' };
  if (type === 'string' || type === undefined) return { value: typed };
  try {
    return { value: JSON.parse(typed) as Json };
  } catch {
    return { fault: 'Type JSON' };
  }
}

/** A choice by its label or value, else by its number in the list. */
function readChoice(choices: readonly Choice[], typed: string): Read {
  const named = choices.find(({ value, label }) => shown(value) === typed || label === typed);
  const found = named ?? (/^[0-9]{1,4}$/.test(typed) ? choices[Number(typed) - 1] : undefined);
  return found ? { value: found.value } : { fault: `Type a number from 1 to ${choices.length}` };
}

function readBoolean(typed: string): Read {
  if (/^(?:y|yes|true)$/i.test(typed)) return { value: true };
  return /^(?:n|no|false)$/i.test(typed) ? { value: false } : { fault: 'Type y or n' };
}
