import * as generated from '../generated/schemas.js';
import type { JsonObject } from './json.js';

/** The published JSON Schemas, by file name without `.json`. */
export const schemas = generated.byName;

/** The name of a published schema. */
export type SchemaName = keyof typeof schemas;

/**
 * What tools of a JSON dialect publish as `outputSchema`. Success and failure both match, because some clients check
 * failed results too.
 */
export const outputSchemas: Readonly<Record<'contract-v1' | 'envelope-v1', JsonObject>> = {
  'contract-v1': /* @__PURE__ */ union(generated.successResult, generated.errorResponse),
  'envelope-v1': /* @__PURE__ */ union(generated.envelopeV1),
};

function union(...alternatives: readonly JsonObject[]): JsonObject {
  return { type: 'object', oneOf: alternatives.map(anonymous) };
}

/** Without `$id` and `$schema`: a client that compiles the schemas of many tools refuses to see an id twice. */
function anonymous({ $id, $schema, ...schema }: JsonObject): JsonObject {
  return schema;
}
