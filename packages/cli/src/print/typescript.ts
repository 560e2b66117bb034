import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { dereference } from '@concord/engine';

/** Deeper parts, and those that hold themselves, are `unknown`. */
const DEEPEST = 8;
const MOST_VALUES = 100;

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** `name(input: { a: number; b?: string }): { sum: number }`. */
export function typescriptSignature(name: string, input: JsonObject, output: JsonObject | undefined): string {
  const isPlain = /^[A-Za-z_$][\w$]{0,200}$/.test(name);
  const given = typescriptType(input);
  const words = given === '{}' ? '' : `input${mayBeLeftOut(input) ? '?' : ''}: ${given}`;
  const answer = output === undefined ? '' : `: ${typescriptType(output)}`;
  return `${isPlain ? name : JSON.stringify(name)}(${words})${answer}`;
}

/** Whether a call may come without any argument. */
export function mayBeLeftOut({ required }: JsonObject): boolean {
  return !Array.isArray(required) || required.length === 0;
}

/** A JSON Schema as a TypeScript type. What TypeScript cannot say is a wider type; `comment` writes what is known of a member above it. */
export function typescriptType(
  schema: Json | undefined,
  {
    root = isJsonObject(schema) ? schema : {},
    comment,
  }: { root?: JsonObject; comment?: (text: string) => string } = {},
): string {
  const write = (part: Json | undefined, depth: number): string => {
    if (part === true || part === undefined) return 'unknown';
    if (part === false) return 'never';
    const found = depth > DEEPEST ? undefined : dereference(part, root);
    if (!found) return 'unknown';
    if (Array.isArray(found.enum))
      return union(found.enum.slice(0, MOST_VALUES).map(literal), found.enum.length > MOST_VALUES);
    if (found.const !== undefined) return literal(found.const);
    const branches = [found.anyOf, found.oneOf].find(Array.isArray);
    if (branches) return union(branches.map(each => write(each, depth + 1)));
    if (Array.isArray(found.allOf)) {
      const parts = [{ ...found, allOf: undefined as never }, ...found.allOf].map(each => write(each, depth + 1));
      const said = [...new Set(parts.filter(each => each !== 'unknown' && each !== '{}'))];
      return said.length === 0 ? 'unknown' : said.map(inBrackets).join(' & ');
    }
    const types = Array.isArray(found.type)
      ? found.type
      : [found.type ?? (isJsonObject(found.properties) ? 'object' : undefined)];
    return union(types.map(type => ofType(String(type), found, depth)));
  };
  const ofType = (type: string, found: JsonObject, depth: number): string => {
    if (Object.hasOwn(plainTypes, type)) return plainTypes[type]!;
    if (type === 'array') return arrayOf(found, depth);
    if (type === 'object') return objectOf(found, depth);
    return 'unknown';
  };
  const arrayOf = ({ items, prefixItems }: JsonObject, depth: number): string => {
    if (!Array.isArray(prefixItems)) return `${inBrackets(write(items, depth + 1))}[]`;
    const rest = items === false ? [] : [`...${inBrackets(write(items, depth + 1))}[]`];
    return `[${[...prefixItems.map(each => `${inBrackets(write(each, depth + 1))}?`), ...rest].join(', ')}]`;
  };
  const objectOf = ({ properties, required, additionalProperties }: JsonObject, depth: number): string => {
    const needed = new Set(Array.isArray(required) ? required : []);
    const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, part]) => {
      const said =
        isJsonObject(part) && typeof part.description === 'string' && comment ? comment(part.description) : '';
      return `${said}${memberName(name)}${needed.has(name) ? '' : '?'}: ${write(part, depth + 1)}`;
    });
    const others = isJsonObject(additionalProperties) ? write(additionalProperties, depth + 1) : 'unknown';
    if (members.length === 0) return additionalProperties === false || depth === 0 ? '{}' : `Record<string, ${others}>`;
    return `{ ${members.join('; ')} }`;
  };
  return write(schema, 0);
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]{0,200}$/.test(name) ? name : JSON.stringify(name);
}

function literal(value: Json): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value);
}

function union(parts: readonly string[], isCut = false): string {
  const all = [...new Set(isCut ? [...parts, 'unknown'] : parts)];
  if (all.length === 0) return 'never';
  return all.includes('unknown') ? 'unknown' : all.join(' | ');
}

/** A type as a part of another one. */
function inBrackets(type: string): string {
  return /^[\w$]{1,200}(?:\[\])?$/.test(type) || type.startsWith('{') ? type : `(${type})`;
}
