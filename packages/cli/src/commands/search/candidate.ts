import { isJsonObject } from '@concord/contract';
import type { Tool } from '@concord/engine';
import { usage } from '../../command/failure.js';

/** A tool that may match. */
export interface Candidate {
  readonly server: string;
  readonly tool: Tool;
}

const LONGEST_TEXT = 4_096;

/** The fields that are searched, and how each is read. */
const readers = {
  name: ({ name }: Tool) => name,
  description: ({ description }: Tool) => description.slice(0, LONGEST_TEXT),
  parameters: ({ inputSchema: { properties } }: Tool) =>
    (isJsonObject(properties) ? Object.keys(properties).join(' ') : '').slice(0, LONGEST_TEXT),
  title: ({ title = '', annotations }: Tool) => `${title} ${annotations?.title ?? ''}`.trim().slice(0, LONGEST_TEXT),
} as const;

export type Field = keyof typeof readers;

/** The places `--in` names; name and description without it. */
export function readFields(text: string | undefined): readonly Field[] {
  if (text === undefined) return ['name', 'description'];
  const names = text.split(',').map(name => name.trim());
  const unknown = names.find(name => !Object.hasOwn(readers, name));
  if (unknown !== undefined)
    throw usage(`--in has no field '${unknown.slice(0, 40)}': there are ${Object.keys(readers).join(', ')}`);
  return names as Field[];
}

/** The text of one field of a tool. */
export function textIn(tool: Tool, field: Field): string {
  return readers[field](tool);
}
