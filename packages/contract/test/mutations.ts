import { isJsonObject, type Json, type JsonObject } from '../src/json.js';

/** A document with one thing wrong, and what that is. */
export interface Mutation {
  readonly what: string;
  readonly document: Json;
}

/** Every single fault the schema can see: a required key dropped, an unknown key added, a value of another type. */
export function mutationsOf(schema: JsonObject, value: Json, pointer = ''): Mutation[] {
  if (Array.isArray(schema.oneOf)) {
    return schema.oneOf.flatMap(branch =>
      fits(branch, value) ? mutationsOf(branch as JsonObject, value, pointer) : [],
    );
  }
  if (Array.isArray(value)) {
    const items = isJsonObject(schema.items) ? schema.items : {};
    return value.flatMap((item, index) =>
      mutationsOf(items, item, `${pointer}/${index}`).map(inside(changed => value.with(index, changed))),
    );
  }
  return isJsonObject(value) ? objectMutations(schema, value, pointer) : [];
}

function objectMutations(schema: JsonObject, value: JsonObject, pointer: string): Mutation[] {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const { additionalProperties } = schema;
  const dropped = required.map(key => {
    const { [key]: _, ...document } = value;
    return { what: `${pointer}/${key} dropped`, document };
  });
  const added =
    additionalProperties === false
      ? [{ what: `${pointer} with an unknown key`, document: { ...value, extra: 1 } }]
      : [];
  const changed = Object.entries(value).flatMap(([key, member]) => {
    const rule = properties[key] ?? additionalProperties;
    if (!isJsonObject(rule) || Object.keys(rule).length === 0) return [];
    const put = (document: Json) => ({ ...value, [key]: document });
    const path = `${pointer}/${key}`;
    const wrong = isJsonObject(member) || member === null ? true : { wrong: true };
    return [
      { what: `${path} of another type`, document: put(wrong) },
      ...mutationsOf(rule, member, path).map(inside(put)),
    ];
  });
  return [...dropped, ...added, ...changed];
}

const inside =
  (put: (changed: Json) => Json) =>
  ({ what, document }: Mutation): Mutation => ({ what, document: put(document) });

/** Whether a branch of a union is the one meant: it has the type and the constants of the value. */
function fits(branch: Json, value: Json): boolean {
  if (!isJsonObject(branch)) return false;
  if (!isJsonObject(value)) return branch.type === (value === null ? 'null' : typeof value);
  const required = Array.isArray(branch.required) ? (branch.required as string[]) : [];
  const properties = isJsonObject(branch.properties) ? branch.properties : {};
  return (
    branch.type === 'object' &&
    required.every(key => Object.hasOwn(value, key)) &&
    Object.entries(properties).every(
      ([key, rule]) => !isJsonObject(rule) || rule.const === undefined || value[key] === rule.const,
    )
  );
}
