import { isJsonObject, type JsonObject, outputSchemas } from '@concord/contract';
import type { Prompt, Resource, ResourceTemplate, Tool } from '@concord/engine';
import type { Era } from '../protocol/versions.js';
import { listedName } from './tool-names.js';

/** A tool as `tools/list` shows it. */
export function projectTool(tool: Tool, era: Era, dottedNames = false): JsonObject {
  const outputSchema = publishedOutputSchema(tool);
  const { title, annotations, icons, meta } = tool;
  return present({
    name: listedName(tool, dottedNames),
    title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: outputSchema && (era === 'handshake' ? objectRooted(outputSchema) : outputSchema),
    annotations: {
      ...(annotations?.title !== undefined && { title: annotations.title }),
      readOnlyHint: annotations?.readOnlyHint ?? false,
      destructiveHint: annotations?.destructiveHint ?? !(annotations?.readOnlyHint ?? false),
      idempotentHint: annotations?.idempotentHint ?? false,
      openWorldHint: annotations?.openWorldHint ?? true,
    },
    icons,
    _meta: meta,
  });
}

/** The schema of `structuredContent`: the tool's own, or that of its dialect. */
export function publishedOutputSchema(tool: Tool): JsonObject | undefined {
  if (tool.outputSchema) return tool.outputSchema;
  return tool.dialect === 'contract-v1' || tool.dialect === 'envelope-v1' ? outputSchemas[tool.dialect] : undefined;
}

/** Clients of the handshake eras know only objects: anything else travels as `result`. */
export function isObjectRooted(schema: JsonObject): boolean {
  return schema.type === 'object';
}

function objectRooted(schema: JsonObject): JsonObject {
  if (isObjectRooted(schema)) return schema;
  return { type: 'object', properties: { result: schema }, required: ['result'] };
}

export function projectPrompt(prompt: Prompt): JsonObject {
  const { name, title, description, icons } = prompt;
  const args = prompt.arguments.map(each =>
    present({ name: each.name, title: each.title, description: each.description, required: each.required }),
  );
  return present({ name, title, description, arguments: args, icons });
}

export function projectResource(resource: Resource): JsonObject {
  const { uri, name, title, description, mimeType, size, icons, annotations, meta } = resource;
  return present({ uri, name, title, description, mimeType, size, icons, annotations, _meta: meta });
}

export function projectTemplate(template: ResourceTemplate): JsonObject {
  const { uriTemplate, name, title, description, mimeType, icons, annotations, meta } = template;
  return present({ uriTemplate, name, title, description, mimeType, icons, annotations, _meta: meta });
}

/** Leaves out members that are undefined or null. */
export function present(members: Readonly<Record<string, unknown>>): JsonObject {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as JsonObject;
}

/** A value as `structuredContent` of the handshake eras, which must be an object. */
export function objectValue(value: unknown, schema: JsonObject | undefined): JsonObject {
  const plain = isJsonObject(value) && (schema === undefined || isObjectRooted(schema));
  return plain ? value : ({ result: value } as JsonObject);
}
