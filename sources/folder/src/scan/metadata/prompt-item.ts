import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { PromptArgument } from '@concord/engine';
import type { PromptItem } from '../../project/items.js';
import type { Scanning } from '../walk/scanning.js';
import {
  anything,
  checkFields,
  compact,
  type Expectation,
  type Fields,
  list,
  nonBlank,
  object,
  text,
} from './fields.js';
import { readIcons } from './icons.js';
import type { Metadata } from './metadata.js';

const argumentsOfAPrompt: Expectation = {
  words: 'a JSON Schema object, or a list of objects with a name',
  holds: value =>
    isJsonObject(value)
      ? value.properties === undefined || isJsonObject(value.properties)
      : Array.isArray(value) && value.every(item => isJsonObject(item) && nonBlank(item.name) !== undefined),
};

const fields: Fields = {
  name: text,
  title: text,
  description: text,
  arguments: argumentsOfAPrompt,
  role: anything,
  icons: list,
  annotations: object,
  _meta: object,
  path: anything,
  metadata: anything,
};

/** The file of a prompt, and what follows from where it lies. */
export interface PromptFile {
  /** Canonical. */
  readonly path: string;
  /** Below the prompts folder. */
  readonly relative: string;
  readonly within: string;
  readonly defaultName: string;
  /** It has no metadata at all, so that a missing description is not a fault. */
  readonly isPlain?: boolean;
}

/** Makes a prompt of its file and metadata; undefined when it is left out, and then the reason has been reported. */
export async function promptItem(
  scanning: Scanning,
  metadata: Metadata,
  file: PromptFile,
): Promise<PromptItem | undefined> {
  if (!checkFields(scanning, 'prompts', metadata, fields)) return undefined;
  const given = metadata.fields;
  const described = {
    name: nonBlank(given.name) ?? file.defaultName,
    title: nonBlank(given.title),
    description: nonBlank(given.description),
    icons: await readIcons(scanning, 'prompts', metadata),
  };
  if (described.description === undefined && !file.isPlain) {
    scanning.findings.warn('prompts', `the prompt ${described.name} has no description`, {
      file: metadata.file,
      hint: 'say with "description" what it is for',
    });
  }
  const role = given.role === 'assistant' ? 'assistant' : 'user';
  const entry = { ...described, arguments: given.arguments, role, path: file.relative } as unknown as JsonObject;
  return {
    ...(compact(described) as Pick<PromptItem, 'name'>),
    ...argumentsIn(given.arguments),
    role,
    file: file.path,
    within: file.within,
    entry: compact(entry),
  };
}

function argumentsIn(given: Json | undefined): Pick<PromptItem, 'arguments' | 'schemas'> {
  if (isJsonObject(given)) return fromSchema(given);
  const items = (given ?? []) as readonly JsonObject[];
  return {
    arguments: items.map(item => argument(item.name as string, item, item.required === true)),
    schemas: Object.fromEntries(items.filter(item => Array.isArray(item.enum)).map(item => [item.name, item])),
  };
}

function fromSchema(schema: JsonObject): Pick<PromptItem, 'arguments' | 'schemas'> {
  const properties = Object.entries((schema.properties ?? {}) as JsonObject);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    arguments: properties.map(([name, property]) => argument(name, property, required.includes(name))),
    schemas: Object.fromEntries(properties.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))),
  };
}

function argument(name: string, described: Json | undefined, required: boolean): PromptArgument {
  const { title, description } = isJsonObject(described) ? described : {};
  return compact({ name, title: nonBlank(title), description: nonBlank(description), required }) as PromptArgument;
}
