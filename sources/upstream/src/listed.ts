import { isJsonObject, type Json, type JsonObject } from '@concord/contract';

/** What a server lists of one kind, and sentences about what of it cannot be used. */
export interface Listed {
  readonly items: readonly JsonObject[];
  readonly leftOut: readonly string[];
}

export type ListedKind = 'tool' | 'resource' | 'resource template' | 'prompt';

/** Gives a member as it may be published; nothing where it may not. */
type Member = (value: Json) => Json | undefined;

const text: Member = value => (typeof value === 'string' ? value : undefined);
const flag: Member = value => (typeof value === 'boolean' ? value : undefined);
const number: Member = value => (typeof value === 'number' ? value : undefined);
const object: Member = value => (isJsonObject(value) ? value : undefined);
const texts: Member = value => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined);
const listOf =
  (members: Readonly<Record<string, Member>>, required: string): Member =>
  value =>
    Array.isArray(value)
      ? value.filter(isJsonObject).flatMap(each => {
          const { item } = withMembers(each, members);
          return typeof item[required] === 'string' ? [item] : [];
        })
      : undefined;
const objectOf =
  (members: Readonly<Record<string, Member>>): Member =>
  value =>
    isJsonObject(value) ? withMembers(value, members).item : undefined;

/** A schema of arguments or of output is one of an object; where it does not say so, that is what it means. */
const objectSchema: Member = value => {
  if (!isJsonObject(value)) return undefined;
  const { item } = withMembers(value, { properties: object, required: texts });
  return item.type === undefined ? { ...item, type: 'object' } : item;
};

const named = {
  title: text,
  description: text,
  icons: listOf({ src: text, mimeType: text, sizes: texts }, 'src'),
  _meta: object,
} as const;
const readable = {
  ...named,
  mimeType: text,
  size: number,
  annotations: objectOf({ audience: texts, priority: number, lastModified: text }),
} as const;

/** The members of listed items that have a form of their own. Clients refuse a whole list for one member that has another form. */
const membersOf: Readonly<Record<ListedKind, Readonly<Record<string, Member>>>> = {
  tool: {
    ...named,
    inputSchema: objectSchema,
    outputSchema: value => (isJsonObject(value) && (value.type ?? 'object') !== 'object' ? value : objectSchema(value)),
    annotations: objectOf({
      title: text,
      readOnlyHint: flag,
      destructiveHint: flag,
      idempotentHint: flag,
      openWorldHint: flag,
    }),
    execution: object,
  },
  resource: readable,
  'resource template': readable,
  prompt: { ...named, arguments: listOf({ name: text, title: text, description: text, required: flag }, 'name') },
};

const keys = { tool: 'name', resource: 'uri', 'resource template': 'uriTemplate', prompt: 'name' } as const;
const LONGEST_NAME = 200;

/**
 * The items of a list that can be published: each has a name and stands once (of two of the same name, or URI, the first is kept), and its
 * members have the forms that the protocol gives them.
 */
export function publishable(items: readonly JsonObject[], kind: ListedKind): Listed {
  const key = keys[kind];
  const seen = new Set<unknown>();
  const leftOut = new Set<string>();
  const kept = items.flatMap(listed => {
    const id = listed[key];
    if (typeof id !== 'string' || id === '' || typeof listed.name !== 'string' || listed.name === '') {
      leftOut.add(`a ${kind} without a name is left out`);
      return [];
    }
    const called = `the ${kind} '${id.slice(0, LONGEST_NAME)}'`;
    if (seen.has(id)) {
      leftOut.add(`${called} is listed more than once; the first is kept`);
      return [];
    }
    seen.add(id);
    const { item, changed } = withMembers(listed, membersOf[kind]);
    if (kind === 'tool' && isJsonObject(item.inputSchema) && item.inputSchema.type !== 'object') {
      leftOut.add(`${called} is left out: its arguments are no object`);
      return [];
    }
    if (changed.length > 0) leftOut.add(`${called} has members the protocol does not allow: ${changed.join(', ')}`);
    return [item];
  });
  return { items: kept, leftOut: [...leftOut] };
}

/** An item whose members have their forms, and the names of those that had another. */
function withMembers(item: JsonObject, members: Readonly<Record<string, Member>>) {
  const changed: string[] = [];
  let made: Record<string, Json> | undefined;
  for (const [name, read] of Object.entries(members)) {
    const value = item[name];
    if (value === undefined) continue;
    const usable = read(value);
    if (usable === value || (usable !== undefined && JSON.stringify(usable) === JSON.stringify(value))) continue;
    changed.push(name);
    made ??= { ...item };
    if (usable === undefined) delete made[name];
    else made[name] = usable;
  }
  return { item: made ?? item, changed };
}
