import { compileRedaction, type Json, type Redaction } from '@concord/contract';
import { delegatingSource, withMembersOf } from './delegate.js';
import { holdsKnown, maskFields, maskTool } from './masked.js';
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

const toldOfTool = [
  'version',
  'title',
  'description',
  'annotations',
  'icons',
  'meta',
  'inputSchema',
  'outputSchema',
] as const;

function publish(snapshot: Snapshot, redaction: Redaction): Published {
  const isClean = (text: string) => redaction.text(text).count === 0;
  const leftOut: string[] = [];
  /** The items that can be shown; the others are told, those with a secret in their name without it. */
  const shown = <Item extends { name: string }>(
    what: string,
    items: readonly Item[],
    mask: (item: Item) => Item | undefined,
  ) =>
    items.flatMap(item => {
      const masked = mask(item);
      if (masked !== undefined) return [masked];
      const name = redaction.text(String(item.name)).text;
      leftOut.push(`the ${what} '${name}' is left out: a secret stands in its name or in what a caller has to send`);
      return [];
    });
  const { resources, real, masked } = publishResources(snapshot.resources, redaction, leftOut);
  const told: Snapshot = {
    ...snapshot,
    tools: shown('tool', snapshot.tools, tool =>
      isClean(tool.name) ? maskTool(tool, toldOfTool, redaction) : undefined,
    ),
    resources,
    resourceTemplates: shown('resource template', snapshot.resourceTemplates, template =>
      isClean(String(template.uriTemplate)) ? maskFields(template, redaction) : undefined,
    ),
    prompts: shown('prompt', snapshot.prompts, prompt =>
      isClean(String(prompt.name)) ? maskPrompt(prompt, redaction) : undefined,
    ),
    ...(snapshot.withheld && { withheld: snapshot.withheld.filter(isClean) }),
  };
  leftOut.unshift(...(snapshot.leftOut ?? []).map(sentence => redaction.text(sentence).text));
  return { snapshot: leftOut.length === 0 ? told : { ...told, leftOut }, real, masked };
}

function publishResources(given: readonly Resource[], redaction: Redaction, leftOut: string[]) {
  const real = new Map<string, string>();
  const masked = new Map<string, string>();
  const uris = new Set(given.map(({ uri }) => uri));
  const resources: Resource[] = [];
  for (const resource of given) {
    const uri = typeof resource.uri === 'string' ? redaction.text(resource.uri).text : resource.uri;
    const told = maskFields(resource, redaction, uri === resource.uri ? [] : [['uri', uri]]);
    if (uri !== resource.uri) {
      // Two URIs that differ in their secrets alone cannot be told apart once masked: the first one is shown.
      if (uris.has(uri) || real.has(uri)) {
        leftOut.push(`the resource '${uri}' is left out: it differs from another in a secret alone`);
        continue;
      }
      real.set(uri, resource.uri);
      masked.set(resource.uri, uri);
    }
    resources.push(told);
  }
  return { resources, real, masked };
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

/** The names of arguments are what a caller sends: they stay. Undefined where a known secret stands in one. */
function maskPrompt(prompt: Prompt, redaction: Redaction): Prompt | undefined {
  if (
    holdsKnown(
      prompt.arguments.map(({ name }) => name),
      redaction,
    )
  )
    return undefined;
  const masked = maskFields(prompt, redaction);
  if (masked === prompt) return prompt;
  return {
    ...masked,
    name: prompt.name,
    arguments: masked.arguments.map((each, i) => ({ ...each, name: prompt.arguments[i]!.name })),
  };
}
