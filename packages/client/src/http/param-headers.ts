import { isJsonObject, type Json, type JsonObject } from '@concord/contract';

/** A parameter of a tool that also travels as a header. */
interface Annotated {
  readonly path: readonly string[];
  readonly header: string;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const annotation = 'x-mcp-header';
const deepest = 64;

/** The headers a call of a tool has in the modern era: one for each annotated parameter that has a value. */
export function paramHeaders(tool: JsonObject | undefined, args: JsonObject): Readonly<Record<string, string>> {
  const found = annotatedParameters(tool);
  if (!Array.isArray(found)) return {};
  const pairs = (found as readonly Annotated[]).map(({ path, header }) => [
    `Mcp-Param-${header}`,
    headerText(path.reduce<Json | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), args)),
  ]);
  return Object.fromEntries(pairs.filter(([, text]) => text !== undefined));
}

/** Why the annotations of a tool break the rules, which makes the tool unusable over HTTP; undefined when they do not. */
export function annotationFault(tool: JsonObject): string | undefined {
  const found = annotatedParameters(tool);
  return typeof found === 'string' ? found : undefined;
}

function annotatedParameters(tool: JsonObject | undefined): readonly Annotated[] | string {
  const found: Annotated[] = [];
  const fault = walk(tool?.inputSchema, [], true, found, 0);
  if (fault !== undefined) return fault;
  const names = found.map(({ header }) => header.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? found : `two parameters have the header ${twice}`;
}

/** Annotations count only on a chain of `properties`; anywhere else they are a fault. */
function walk(
  schema: Json | undefined,
  path: readonly string[],
  onChain: boolean,
  found: Annotated[],
  depth: number,
): string | undefined {
  if (typeof schema !== 'object' || schema === null || depth > deepest) return undefined;
  const where = path.join('.') || 'the schema itself';
  if (isJsonObject(schema) && Object.hasOwn(schema, annotation)) {
    const header = schema[annotation];
    if (!onChain || path.length === 0) return `${where} cannot have a header`;
    if (typeof header !== 'string' || !token.test(header)) return `${where} has a header that is no header name`;
    if (!types.has(schema.type)) return `${where} has a header but is no string, integer or boolean`;
    found.push({ path, header });
  }
  for (const [key, inner] of Object.entries(schema)) {
    // Values that are data, not schemas.
    if (['default', 'const', 'enum', 'examples'].includes(key)) continue;
    if (key === 'properties' && isJsonObject(inner)) {
      for (const [name, property] of Object.entries(inner)) {
        const fault = walk(property, [...path, name], onChain, found, depth + 1);
        if (fault !== undefined) return fault;
      }
    } else {
      const fault = walk(inner, [...path, key], false, found, depth + 1);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function headerText(value: Json | undefined): string | undefined {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = String(value);
  return isSafe(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** True for what a header carries unchanged: visible ASCII, no blank at an end, nothing that looks encoded. */
function isSafe(text: string): boolean {
  if (text.startsWith('=?base64?') && text.endsWith('?=')) return false;
  return /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}
