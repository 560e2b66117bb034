import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { changedSnapshot, delegatingSource, type Source, schemaFaults, type Tool } from '@concord/engine';
import { spillKey } from './shortened.js';

/** What stands in the place of data that is kept elsewhere. */
const reference: JsonObject = {
  type: 'object',
  description: 'In place of a result that is too large: where all of it is kept.',
  properties: {
    [spillKey]: {
      type: 'object',
      properties: {
        uri: { type: 'string' },
        bytes: { type: 'integer' },
        lines: { type: 'integer' },
        mimeType: { type: 'string' },
      },
      required: ['uri', 'bytes'],
    },
  },
  required: [spillKey],
};

const example: Json = {
  [spillKey]: { uri: 'concord://spill/0', bytes: 1, lines: 1, mimeType: 'application/json' },
};

const made = new WeakMap<JsonObject, JsonObject>();

/**
 * An output schema with a place for the reference to a result that is too large: clients that check results would take one without data for
 * broken. A schema that allows it already is left as it is, and so is one whose inner references would not hold any more.
 */
export function withPlaceForReference(schema: JsonObject): JsonObject {
  let widened = made.get(schema);
  if (widened === undefined) {
    widened = widen(schema);
    made.set(schema, widened);
  }
  return widened;
}

const shared = ['$schema', '$defs', 'definitions'] as const;

function widen(schema: JsonObject): JsonObject {
  if (schemaFaults(schema, example).length === 0 || refersElsewhere(schema, 0)) return schema;
  const outside = Object.fromEntries(
    shared.flatMap(name => (schema[name] === undefined ? [] : [[name, schema[name]]])),
  );
  const own = Object.fromEntries(
    Object.entries(schema).filter(([name]) => !(shared as readonly string[]).includes(name)),
  );
  return { ...outside, ...(schema.type === 'object' && { type: 'object' }), anyOf: [own, reference] };
}

const DEEPEST = 64;

/** Whether a reference inside a schema points at something else than its definitions, which stay where they are. */
function refersElsewhere(value: Json, depth: number): boolean {
  if (depth > DEEPEST) return true;
  if (Array.isArray(value)) return (value as readonly Json[]).some(each => refersElsewhere(each, depth + 1));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, each]) => {
    if (name === '$id' || name === '$anchor' || name === '$dynamicRef') return true;
    if (name === '$ref' && typeof each === 'string') return !/^#\/(?:\$defs|definitions)\//.test(each);
    return refersElsewhere(each, depth + 1);
  });
}

/** A source whose tools publish output schemas with that place. */
export function withPlaces(source: Source): Source {
  const widened = (tool: Tool): Tool =>
    tool.outputSchema === undefined ? tool : { ...tool, outputSchema: withPlaceForReference(tool.outputSchema) };
  return delegatingSource(() => source, {
    snapshot: changedSnapshot(source, snapshot => ({ ...snapshot, tools: snapshot.tools.map(widened) })),
  });
}
