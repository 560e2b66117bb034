import { isJsonObject, type Json, type JsonObject, type Redaction } from '@concord/contract';

/** The item without its secrets; the very item when there are none. Fields in `given` are set as they are. */
export function maskFields<Item extends object>(
  item: Item,
  redaction: Redaction,
  given: [string, unknown][] = [],
): Item {
  const { value, count } = redaction.value(item as unknown as Json);
  if (count === 0 && given.length === 0) return item;
  return { ...(value as unknown as Item), ...Object.fromEntries(given) };
}

const schemaFields: ReadonlySet<string> = new Set(['inputSchema', 'outputSchema']);

/**
 * What is told of a tool, without its secrets: its fields in `told`, all that is prose in its schemas. Its name and what is checked stay
 * as they are. Undefined where a known secret stands in those: without it the tool would be of no use.
 */
export function maskTool<Tool extends object>(
  tool: Tool,
  told: readonly string[],
  redaction: Redaction,
): Tool | undefined {
  const fields = tool as Readonly<Record<string, Json | undefined>>;
  let changed: Record<string, Json> | undefined;
  for (const field of told) {
    const value = fields[field];
    if (value === undefined || field === 'name') continue;
    const isSchema = schemaFields.has(field) && isJsonObject(value);
    const masked = isSchema ? maskSchema(value, redaction, 0) : redaction.value(value).value;
    if (isSchema && holdsKnown(masked, redaction)) return undefined;
    if (masked === value) continue;
    changed ??= {};
    changed[field] = masked;
  }
  if (holdsKnown(fields.name ?? '', redaction)) return undefined;
  return changed === undefined ? tool : { ...tool, ...changed };
}

/** Whether a value that is known as a secret stands in a JSON value. */
export const holdsKnown = (value: Json, redaction: Redaction): boolean =>
  redaction.value(value).rules.includes('known-value');

/** Keywords whose values belong to the contract with the caller: a check would fail if they were changed. */
const contractual: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'required',
  'type',
  'pattern',
  'format',
  '$ref',
  '$id',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$schema',
  'dependentRequired',
]);
/** Keywords whose keys are names of properties or definitions. */
const named: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
const DEEPEST = 64;

/** Masks the prose, defaults and examples of a schema. Names of properties and what is checked stay as they are. */
function maskSchema(schema: JsonObject, redaction: Redaction, depth: number): JsonObject {
  let copy: Record<string, Json> | undefined;
  for (const [key, value] of Object.entries(schema)) {
    const masked = contractual.has(key) ? value : maskKeyword(key, value, redaction, depth);
    if (masked === value) continue;
    copy ??= { ...schema };
    copy[key] = masked;
  }
  return copy ?? schema;
}

function maskKeyword(key: string, value: Json, redaction: Redaction, depth: number): Json {
  if (depth > DEEPEST || !isSchemaKeyword(key)) return redaction.value(value).value;
  if (Array.isArray(value)) {
    const masked = value.map(each =>
      isJsonObject(each) ? maskSchema(each, redaction, depth + 1) : redaction.value(each).value,
    );
    return masked.some((each, i) => each !== value[i]) ? masked : value;
  }
  if (!isJsonObject(value)) return redaction.value(value).value;
  if (!named.has(key)) return maskSchema(value, redaction, depth + 1);
  const entries = Object.entries(value).map(
    ([name, each]) => [name, isJsonObject(each) ? maskSchema(each, redaction, depth + 1) : each] as const,
  );
  return entries.some(([name, each]) => each !== value[name]) ? Object.fromEntries(entries) : value;
}

const isSchemaKeyword = (key: string) => named.has(key) || schemas.has(key);
const schemas: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
]);
