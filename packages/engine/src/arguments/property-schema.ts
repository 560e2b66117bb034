import { isJsonObject, type Json, type JsonObject } from '@concord/contract';

const DEEPEST_REFERENCE = 32;

/** A schema with its local references followed; anything else stays as it is. */
export function dereference(schema: Json | undefined, root: JsonObject, depth = 0): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  const reference = schema.$ref;
  if (typeof reference !== 'string') return schema;
  if (!reference.startsWith('#/') || depth > DEEPEST_REFERENCE) return undefined;
  let target: Json | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    target = isJsonObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
  }
  return dereference(target, root, depth + 1);
}

/** The schema of a top-level property, references followed. */
export function propertySchema(root: JsonObject, name: string): JsonObject | undefined {
  const properties = root.properties;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return undefined;
  return dereference(properties[name], root);
}

/** The types a schema admits, in the order coercion tries them; empty when it does not say. */
export function typesOf(schema: JsonObject, root: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter(each => typeof each === 'string');
  const branches = [schema.anyOf, schema.oneOf].flatMap(each => (Array.isArray(each) ? each : []));
  return [...new Set(branches.flatMap(each => typesOf(dereference(each, root) ?? {}, root)))];
}

/** The values an `enum` or `const` allows, also inside a union; undefined when there is neither. */
export function valuesOf(schema: JsonObject, root: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const branches = [schema.anyOf, schema.oneOf].flatMap(each => (Array.isArray(each) ? each : []));
  if (branches.length === 0) return undefined;
  const values = branches.map(each => valuesOf(dereference(each, root) ?? {}, root));
  return values.every(each => each !== undefined) ? values.flat() : undefined;
}
