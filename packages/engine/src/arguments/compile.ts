import type { Json, JsonObject } from '@concord/contract';
import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { defaultLimits, type Limits } from '../limits/limits.js';
import { boundedPattern } from './bounded-pattern.js';
import { withLinearUniqueItems } from './unique-items.js';

/** Checks a value and gives everything that is wrong with it. */
export type SchemaCheck = (value: Json) => readonly ErrorObject[];

/** Schemas are foreign: they are taken as they are, and two of them may give the same `$id` different meanings. */
const options: Options = {
  allErrors: true,
  strict: false,
  verbose: true,
  validateFormats: false,
  logger: false,
  meta: false,
  validateSchema: false,
  addUsedSchema: false,
  code: { regExp: Object.assign(boundedPattern, { code: 'boundedPattern' }) as never },
};

/** One compiler for each dialect of JSON Schema, made when the first schema needs it. */
const dialects: Readonly<Record<string, () => Ajv>> = {
  'https://json-schema.org/draft/2020-12/schema': once(() => withLinearUniqueItems(new Ajv2020(options))),
  'https://json-schema.org/draft/2019-09/schema': once(() => withLinearUniqueItems(new Ajv2019(options))),
  'http://json-schema.org/draft-07/schema': once(() => withLinearUniqueItems(new Ajv(options))),
};
const DEFAULT_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const UNNAMED = 'concord:schema';

const compiled = new WeakMap<JsonObject, SchemaCheck>();

/** Compiles a schema, once. Throws an Error that says why when the schema cannot be used. */
export function compileSchema(schema: JsonObject, limits: Limits): SchemaCheck {
  const known = compiled.get(schema);
  if (known) return known;
  measure(schema, limits);
  const dialect = String(schema.$schema ?? DEFAULT_DIALECT).replace(/#$/, '');
  const compiler = dialects[dialect]?.();
  if (!compiler) throw new Error(`the schema dialect ${dialect.slice(0, 200)} is not supported`);
  // Without a name of its own a schema could not refer to itself as a whole.
  const named = schema.$id === undefined ? { ...schema, $id: UNNAMED } : schema;
  const validate = compiler.compile(named);
  // The compiler forgets it, so that it is freed together with its schema.
  compiler.removeSchema(named);
  const check: SchemaCheck = value => (validate(value) ? [] : (validate.errors ?? []));
  compiled.set(schema, check);
  return check;
}

function measure(schema: JsonObject, limits: Limits): void {
  let nodes = 0;
  const visit = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null) return;
    if (depth > limits.maxDepth) throw new Error(`the schema is nested deeper than ${limits.maxDepth} levels`);
    if (++nodes > limits.maxSchemaNodes) throw new Error(`the schema has more than ${limits.maxSchemaNodes} parts`);
    for (const member of Object.values(value)) visit(member, depth + 1);
  };
  visit(schema, 0);
}

/** What keeps a value from fitting a schema, one readable line each; a schema that cannot be used is one too. */
export function schemaFaults(schema: JsonObject, value: Json, limits: Limits = defaultLimits): readonly string[] {
  try {
    return compileSchema(
      schema,
      limits,
    )(value).map(({ instancePath, message }) => `${instancePath || '/'}: ${message}`);
  } catch (error) {
    return [`the schema cannot be used: ${error instanceof Error ? error.message : 'unknown reason'}`];
  }
}
