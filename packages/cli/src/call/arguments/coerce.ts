import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { dereference, typesOf, valuesOf } from '@concord/engine';

type Attempt = (text: string, schema: JsonObject, root: JsonObject) => Json | undefined;

const isNumber = /^-?(?:0|[1-9][0-9]{0,400})(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,4})?$/;
/** Parses a number; undefined when it is infinite, or an integer that would be rounded. */
const number: Attempt = text => {
  const value = isNumber.test(text) ? Number(text) : Number.NaN;
  const isRounded = /^-?[0-9]{1,401}$/.test(text) && !Number.isSafeInteger(value);
  return Number.isFinite(value) && !isRounded ? value : undefined;
};
const integer: Attempt = (text, schema, root) => {
  const value = number(text, schema, root);
  return Number.isSafeInteger(value) ? value : undefined;
};
const json =
  (opening: string): Attempt =>
  text => {
    if (!text.trimStart().startsWith(opening)) return undefined;
    try {
      return JSON.parse(text) as Json;
    } catch {
      return undefined;
    }
  };

/** How text becomes a value of each type; undefined where it cannot. */
const attempts: Readonly<Record<string, Attempt>> = {
  null: text => (text === 'null' ? null : undefined),
  boolean: text => (text === 'true' ? true : text === 'false' ? false : undefined),
  integer,
  number,
  array: (text, schema, root) => {
    const whole = json('[')(text, schema, root);
    if (Array.isArray(whole)) return whole;
    const items = dereference(schema.items, root);
    return [items ? coerce(text, items, root) : text];
  },
  object: json('{'),
};

/** Gives text the type its schema declares. What does not fit stays text, for validation to explain. */
export function coerce(text: string, schema: JsonObject | undefined, root: JsonObject): Json {
  if (!schema) return text;
  const values = valuesOf(schema, root);
  const member = values?.findIndex(each => textOf(each) === text) ?? -1;
  if (values) return member === -1 ? text : values[member]!;
  const types = typesOf(schema, root);
  if (types.length === 0 || types.includes('string')) return text;
  for (const type of Object.keys(attempts)) {
    if (!types.includes(type)) continue;
    const value = attempts[type]!(text, branchOf(schema, type, root), root);
    if (value !== undefined) return value;
  }
  return text;
}

/** The branch of a union that declares one type. */
function branchOf(schema: JsonObject, type: string, root: JsonObject): JsonObject {
  const branches = [schema.anyOf, schema.oneOf].flatMap(each => (Array.isArray(each) ? each : []));
  const found = branches.map(each => dereference(each, root)).find(each => isJsonObject(each) && each.type === type);
  return found ?? schema;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
