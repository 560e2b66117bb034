import { createHash } from 'node:crypto';
import type { JsonObject } from '@concord/contract';
import type { Contents, PromptItem, ResourceItem, TemplateItem, ToolItem } from '../project/items.js';
import { compact } from '../scan/metadata/fields.js';

/** The lists a project is asked for. */
export type ListKind = 'tools' | 'resources' | 'templates' | 'prompts';

export const listKinds: readonly ListKind[] = ['tools', 'resources', 'templates', 'prompts'];

/** Size and hash of one list as it is sent to clients. */
export interface Projected {
  readonly bytes: number;
  readonly count: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** Computes size and hash of a list in the form in which clients get it. */
export function projected(kind: ListKind, contents: Omit<Contents, 'diagnostics'>): Projected {
  const items = wireItems[kind](contents);
  const text = JSON.stringify(items);
  const hash = createHash('sha256').update(text).digest('hex');
  return { bytes: Buffer.byteLength(text), count: items.length, hash };
}

const wireItems: Readonly<Record<ListKind, (contents: Omit<Contents, 'diagnostics'>) => readonly JsonObject[]>> = {
  tools: ({ tools }) => tools.map(tool),
  resources: ({ resources }) => resources.map(resource),
  templates: ({ templates }) => templates.map(resource),
  prompts: ({ prompts }) => prompts.map(prompt),
};

function tool(item: ToolItem): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations, icons, meta } = item;
  return wire({ name, title, description, inputSchema, outputSchema, annotations, icons, _meta: meta });
}

function resource(item: ResourceItem | TemplateItem): JsonObject {
  const { name, title, description, mimeType, icons, annotations, meta } = item;
  const address = 'uri' in item ? { uri: item.uri } : { uriTemplate: item.uriTemplate };
  return wire({ ...address, name, title, description, mimeType, icons, annotations, _meta: meta });
}

function prompt({ name, title, description, arguments: given, icons }: PromptItem): JsonObject {
  return wire({ name, title, description, arguments: given, icons });
}

function wire(members: object): JsonObject {
  return compact(members) as JsonObject;
}
