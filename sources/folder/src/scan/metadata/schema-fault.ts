import { Buffer } from 'node:buffer';
import type { Json, JsonObject } from '@concord/contract';
import { compileSchema, type Limits, readLimits } from '@concord/engine';
import type { ToolItem } from '../../project/items.js';

const LARGEST_SCHEMA = 262_144;
const DEEPEST_SCHEMA = 64;

/** The schemas of a tool. */
export const schemaFields = ['inputSchema', 'outputSchema'] as const;
export type SchemaField = (typeof schemaFields)[number];

/** Why a schema cannot be used; undefined when it can, and then it is compiled. */
export function schemaFault(schema: JsonObject, limits: Limits): string | undefined {
  // Checked here, because a schema that was compiled already for a call is not measured again.
  if (isDeeper(schema, DEEPEST_SCHEMA)) return `the schema is nested deeper than ${DEEPEST_SCHEMA} levels`;
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > LARGEST_SCHEMA) return `the schema is larger than ${LARGEST_SCHEMA} bytes`;
  try {
    compileSchema(schema, limits);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown reason';
  }
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels < 0 || Object.values(value).some(member => isDeeper(member as Json, levels - 1));
}

/** A function that gives the fault in a tool's schemas, or undefined. The schemas are checked on its first call. */
export function schemaFaultOf(
  item: ToolItem,
  env: Readonly<Record<string, string | undefined>>,
): () => string | undefined {
  let known: { readonly fault: string | undefined } | undefined;
  return () => {
    known ??= {
      fault: firstFault(
        item,
        readLimits(env, () => {}),
      ),
    };
    return known.fault;
  };
}

function firstFault(item: ToolItem, limits: Limits): string | undefined {
  for (const field of schemaFields) {
    const schema = item[field];
    const fault = schema && schemaFault(schema, limits);
    if (fault !== undefined) return `The ${field} of tool '${item.name}' cannot be used: ${fault}`;
  }
  return undefined;
}
