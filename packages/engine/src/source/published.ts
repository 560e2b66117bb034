import { compileRedaction, isJsonObject, type Json, type JsonObject, type Redaction } from '@concord/contract';
import type { Tool } from '../call/tool.js';
import { delegatingSource, withMembersOf } from './delegate.js';
import type { Identity, Prompt, Resource, Snapshot, Source } from './source.js';

const made = new WeakSet<Source>();
const NONE: readonly string[] = [];

/**
 * A Source whose lists and identity show no secret: every string is masked by value and by shape, once for each snapshot. What a caller
 * has to send back stays usable: see `docs/redaction.md`. A Source that is published already is returned as it is.
 */
export function publishedSource(source: Source): Source {
  if (made.has(source)) return source;
  let from: Snapshot | undefined;
  let known: readonly string[] | undefined;
  let shown: Published | undefined;
  const published = (): Published => {
    const now = source.snapshot();
    const secrets = source.secrets?.() ?? NONE;
    if (shown === undefined || now !== from || secrets !== known)
      shown = publish(now, compileRedaction({ known: secrets }));
    from = now;
    known = secrets;
    return shown;
  };
  const real = (uri: string) => published().real.get(uri) ?? uri;
  const shownUri = (uri: string) => published().masked.get(uri) ?? uri;
  const members: Partial<Source> = {
    reads: uri => source.reads!(real(uri)),
    read: (uri, call) => source.read!(real(uri), call),
    watch: uri => source.watch!(real(uri)),
    unwatch: uri => source.unwatch!(real(uri)),
    onUpdated: listener => source.onUpdated!(uri => listener(shownUri(uri))),
  };
  const own: Partial<Source> = {
    get identity() {
      return maskedIdentity(source);
    },
    snapshot: () => published().snapshot,
  };
  const wrapped = delegatingSource(() => source, withMembersOf(source, members, own));
  made.add(wrapped);
  return wrapped;
}

interface Published {
  readonly snapshot: Snapshot;
  /** The URIs that hold a secret, by what is shown in their place, and the other way round. */
  readonly real: ReadonlyMap<string, string>;
  readonly masked: ReadonlyMap<string, string>;
}

function publish(snapshot: Snapshot, redaction: Redaction): Published {
  const real = new Map<string, string>();
  const masked = new Map<string, string>();
  const isClean = (text: string) => redaction.text(text).count === 0;
  const uris = new Set(snapshot.resources.map(({ uri }) => uri));
  const resources: Resource[] = [];
  for (const resource of snapshot.resources) {
    const uri = typeof resource.uri === 'string' ? redaction.text(resource.uri).text : resource.uri;
    const told = maskFields(resource, redaction, uri === resource.uri ? [] : [['uri', uri]]);
    if (uri !== resource.uri) {
      // Two URIs that differ in their secrets alone cannot be told apart once masked: the first one is shown.
      if (uris.has(uri) || real.has(uri)) continue;
      real.set(uri, resource.uri);
      masked.set(resource.uri, uri);
    }
    resources.push(told);
  }
  // A name or a template with a secret in it would be of no use without it.
  const templates = snapshot.resourceTemplates.filter(({ uriTemplate }) => isClean(String(uriTemplate)));
  const shown: Snapshot = {
    ...snapshot,
    tools: snapshot.tools.filter(({ name }) => isClean(name)).map(tool => maskTool(tool, redaction)),
    resources,
    resourceTemplates: templates.map(template => maskFields(template, redaction)),
    prompts: snapshot.prompts.filter(({ name }) => isClean(String(name))).map(prompt => maskPrompt(prompt, redaction)),
    ...(snapshot.withheld && { withheld: snapshot.withheld.filter(isClean) }),
    ...(snapshot.leftOut && { leftOut: snapshot.leftOut.map(sentence => redaction.text(sentence).text) }),
  };
  return { snapshot: shown, real, masked };
}

const identities = new WeakMap<Identity, { readonly known: readonly string[]; readonly identity: Identity }>();

function maskedIdentity(source: Source): Identity {
  const { identity } = source;
  const known = source.secrets?.() ?? NONE;
  const before = identities.get(identity);
  if (before?.known === known) return before.identity;
  const masked = compileRedaction({ known }).value(identity as unknown as Json).value as unknown as Identity;
  identities.set(identity, { known, identity: masked });
  return masked;
}

/** The item without its secrets; the very item when there are none. Fields in `given` are set as they are. */
function maskFields<Item extends object>(item: Item, redaction: Redaction, given: [string, unknown][] = []): Item {
  const { value, count } = redaction.value(item as unknown as Json);
  if (count === 0 && given.length === 0) return item;
  return { ...(value as unknown as Item), ...Object.fromEntries(given) };
}

/** The names of arguments are what a caller sends: they stay. */
function maskPrompt(prompt: Prompt, redaction: Redaction): Prompt {
  const masked = maskFields(prompt, redaction);
  if (masked === prompt) return prompt;
  return {
    ...masked,
    name: prompt.name,
    arguments: masked.arguments.map((each, i) => ({ ...each, name: prompt.arguments[i]!.name })),
  };
}

const toldOfTool = ['title', 'description', 'annotations', 'icons', 'meta'] as const;

function maskTool(tool: Tool, redaction: Redaction): Tool {
  const changed: [string, unknown][] = [];
  for (const field of toldOfTool) {
    if (tool[field] === undefined) continue;
    const { value, count } = redaction.value(tool[field] as unknown as Json);
    if (count > 0) changed.push([field, value]);
  }
  for (const field of ['inputSchema', 'outputSchema'] as const) {
    const schema = tool[field];
    const masked = schema === undefined ? schema : maskSchema(schema, redaction, 0);
    if (masked !== schema) changed.push([field, masked]);
  }
  if (changed.length === 0) return tool;
  return { ...tool, ...Object.fromEntries(changed) };
}

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
