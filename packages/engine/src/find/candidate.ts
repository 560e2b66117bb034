import { isJsonObject } from '@concord/contract';
import type { Tool } from '../call/tool.js';

/** A tool that may match. */
export interface Candidate {
  readonly server: string;
  readonly tool: Tool;
}

const LONGEST_TEXT = 4_096;

/** The fields that are searched, and how each is read. */
export const fieldReaders = {
  name: ({ name }: Tool) => name,
  description: ({ description }: Tool) => description.slice(0, LONGEST_TEXT),
  parameters: ({ inputSchema: { properties } }: Tool) =>
    (isJsonObject(properties) ? Object.keys(properties).join(' ') : '').slice(0, LONGEST_TEXT),
  title: ({ title = '', annotations }: Tool) => `${title} ${annotations?.title ?? ''}`.trim().slice(0, LONGEST_TEXT),
} as const;

export type Field = keyof typeof fieldReaders;

/** Where tools are looked for unless said otherwise. */
export const usualFields: readonly Field[] = ['name', 'description'];

/** The text of one field of a tool. */
export function textIn(tool: Tool, field: Field): string {
  return fieldReaders[field](tool);
}
