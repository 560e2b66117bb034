import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { propertySchema, typesOf } from '@concord/engine';
import { type Assignment, BadWord } from './assignments.js';
import { coerce } from './coerce.js';
import { BadJson, readJson } from './json-text.js';

/** Reads the files and the standard input that arguments name. */
export interface Reading {
  file(path: string): Promise<Buffer>;
  stdin(): Promise<Buffer>;
}

/** The arguments of a call, and which of them were read from files or standard input. */
export interface Assembled {
  readonly args: JsonObject;
  /** `@file` or `@-` by top-level name. Error messages do not quote these values. */
  readonly readFromFiles: ReadonlyMap<string, string>;
}

const DEEPEST = 100;

/** Builds the arguments of a call from assignments, each value with the type that its schema declares. */
export async function assemble(
  assignments: readonly Assignment[],
  schema: JsonObject,
  reading: Reading,
): Promise<Assembled> {
  // A map, so that `__proto__` is a name like any other.
  const result = new Map<string, Json>();
  const given = new Set<string>();
  const readFromFiles = new Map<string, string>();
  const note = (name: string, place: string | undefined) =>
    place === undefined ? readFromFiles.delete(name) : readFromFiles.set(name, place);

  for (const assignment of assignments) {
    if ('whole' in assignment) {
      for (const [name, member] of Object.entries(await readWhole(assignment, reading))) {
        result.set(name, member);
        note(name, assignment.whole === 'file' ? `@${assignment.path}` : undefined);
      }
      continue;
    }
    const [key = '', ...path] = pathOf(assignment.key, schema);
    const property = propertySchema(schema, key);
    const value = await memberValue(assignment, memberSchema(property, path, schema), schema, reading);
    if (path.length > 0) result.set(key, placed(result.get(key), path, value));
    else result.set(key, given.has(key) && isList(property, schema) ? appended(result.get(key), value) : value);
    given.add(key);
    note(key, placeOf(assignment) ?? (path.length > 0 ? readFromFiles.get(key) : undefined));
  }
  return { args: Object.fromEntries(result), readFromFiles };
}

/** `key.sub` names a member of an object, unless a property has that very name. */
function pathOf(key: string, schema: JsonObject): readonly string[] {
  if (!key.includes('.') || propertySchema(schema, key)) return [key];
  const parts = key.split('.');
  return parts.length <= DEEPEST && parts.every(part => part !== '') ? parts : [key];
}

/** The schema at the end of a path through object properties; undefined where there is none. */
function memberSchema(
  property: JsonObject | undefined,
  path: readonly string[],
  root: JsonObject,
): JsonObject | undefined {
  return path.reduce<JsonObject | undefined>(
    (inner, name) => inner && propertySchema({ ...root, properties: inner.properties ?? {} }, name),
    property,
  );
}

function placeOf(assignment: Exclude<Assignment, { whole: string }>): string | undefined {
  if (assignment.form === 'switch' || assignment.from === 'line') return undefined;
  return assignment.from === 'stdin' ? '@-' : `@${assignment.value}`;
}

async function readWhole(assignment: Extract<Assignment, { whole: string }>, reading: Reading): Promise<JsonObject> {
  const [text, where] =
    assignment.whole === 'json'
      ? [assignment.text, 'The JSON argument']
      : assignment.whole === 'file'
        ? [(await reading.file(assignment.path)).toString(), `${assignment.path}`]
        : [(await reading.stdin()).toString(), 'Standard input'];
  const value = parse(text, where);
  if (!isJsonObject(value)) throw new BadWord('', `${where} must be a JSON object`);
  return value;
}

async function memberValue(
  assignment: Exclude<Assignment, { whole: string }>,
  property: JsonObject | undefined,
  schema: JsonObject,
  reading: Reading,
): Promise<Json> {
  if (assignment.form === 'switch') return assignment.value;
  const { from, value, form } = assignment;
  if (from === 'line') return form === 'json' ? parse(value, assignment.key) : coerce(value, property, schema);
  const bytes = from === 'file' ? await reading.file(value) : await reading.stdin();
  if (form === 'json') return parse(bytes.toString(), assignment.key);
  return property?.contentEncoding === 'base64' ? bytes.toString('base64') : coerce(bytes.toString(), property, schema);
}

function parse(text: string, where: string): Json {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof BadJson)) throw error;
    throw new BadWord('', `${where} is not JSON that can be used: it ${error.message}`);
  }
}

function isList(property: JsonObject | undefined, schema: JsonObject): boolean {
  return property !== undefined && typesOf(property, schema).includes('array');
}

function appended(before: Json | undefined, value: Json): Json {
  const items = Array.isArray(value) ? value : [value];
  return [...(Array.isArray(before) ? before : []), ...items];
}

function placed(into: Json | undefined, [key, ...rest]: readonly string[], value: Json): Json {
  const object = isJsonObject(into) ? into : {};
  const inner = rest.length === 0 ? value : placed(Object.hasOwn(object, key!) ? object[key!] : undefined, rest, value);
  // Computed keys are defined, never assigned: `__proto__` is a name like any other.
  return { ...object, [key!]: inner };
}
