import type { JsonObject } from '@concord/contract';
import type { Parameter, ToolTable } from '../table/table.js';

/** The input schema that clients see: one flat closed object that requires only the action. */
export function inputSchema(tool: ToolTable): JsonObject {
  const names = tool.actions.map(each => each.name);
  const action = { type: 'string', enum: names, description: 'What to do.' };
  const properties = Object.fromEntries(tool.parameters.map(each => [each.name, schemaOf(each)]));
  return {
    type: 'object',
    properties: names.length === 0 ? properties : { action, ...properties },
    ...(names.length > 0 && { required: ['action'] }),
    additionalProperties: false,
  };
}

/** The parameters of each action, for `_meta["io.concord/actions"]`; undefined for a tool without actions. */
export function actionsMeta(tool: ToolTable): JsonObject | undefined {
  if (tool.actions.length === 0) return undefined;
  return Object.fromEntries(tool.actions.map(({ name, required, optional }) => [name, { required, optional }]));
}

const types: Readonly<Record<Parameter['type'], JsonObject>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  strings: { type: 'array', items: { type: 'string' } },
  object: { type: 'object', additionalProperties: { type: 'string' } },
};

function schemaOf({ type, description, enum: allowed, minimum, maximum, default: usual }: Parameter): JsonObject {
  return {
    ...types[type],
    ...(allowed !== undefined && { enum: allowed }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(usual !== undefined && { default: usual }),
    description,
  };
}
