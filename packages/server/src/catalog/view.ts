import type { JsonObject } from '@concord/contract';
import { emptySnapshot, type Snapshot, type Tool } from '@concord/engine';
import type { Era } from '../protocol/versions.js';
import { RefusedToStart } from '../settings/refused-to-start.js';
import type { Collection, Mount, Owned } from './catalog.js';
import { projectPrompt, projectResource, projectTemplate, projectTool } from './project.js';
import { nameTool, writtenNameKey } from './tool-names.js';

/** Everything the mounted Sources have at one moment, by the names it is published under. */
export interface View {
  readonly mounts: readonly Mount[];
  /** What each mount has. */
  readonly snapshots: readonly Snapshot[];
  /** Whether names begin with that of their Source. */
  readonly isPrefixed: boolean;
  /** Whose resources can be asked for. */
  readonly readable: ReadonlySet<Mount>;
  /** Whether tools are listed in the order of the snapshot; otherwise they are sorted by name. */
  readonly keepsOrder: boolean;
  readonly tools: ReadonlyMap<string, Owned<Tool>>;
  /** Tools by their other names: a dotted spelling, or the name their author wrote. */
  readonly otherNames: ReadonlyMap<string, Owned<Tool>>;
  readonly prompts: ReadonlyMap<string, Owned<Snapshot['prompts'][number]>>;
  readonly resources: ReadonlyMap<string, Owned<Snapshot['resources'][number]>>;
  readonly templates: ReadonlyMap<string, Owned<Snapshot['resourceTemplates'][number]>>;
  /** What is not published, and why: a sentence for each. */
  readonly leftOut: readonly string[];
}

/** How names are made of those that Sources give. */
export interface Naming {
  /** Whether they begin with the name of their Source, but for what belongs to the server itself. */
  readonly isPrefixed: boolean;
  /** The Source whose names stood alone before others came: they can still be called so. */
  readonly wasAlone?: string | undefined;
}

/** Several Sources are told apart by their names; what belongs to the server itself is none of them. */
export function namingOf(mounts: readonly Mount[]): Naming {
  return { isPrefixed: mounts.filter(each => !each.isOwn).length !== 1 };
}

/** Two Sources are to be served under the same name, so that nothing can be. */
export class NameCollision extends RefusedToStart {}

/** Throws when two Sources are to be served under one name. */
export function checkNames(mounts: readonly Mount[]): void {
  const names = mounts.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  const [first, second] = mounts.flatMap(({ name, source }) => (name === twice ? [source.identity.name] : []));
  throw new NameCollision(`The name '${twice}' is given by both '${first}' and '${second}'`);
}

/**
 * Puts the snapshots of the Sources together; those that `isOpen` denies have nothing yet. Names depend on what is mounted, not on what is
 * open. Of two items of one name the first stays and the other is left out; a resource of another Source is told apart by its URI. Throws
 * when an item has no name.
 */
export function viewOf(
  mounts: readonly Mount[],
  isOpen: (mount: Mount) => boolean = () => true,
  naming: Naming = namingOf(mounts),
): View {
  const { isPrefixed, wasAlone } = naming;
  const snapshots = mounts.map(mount => (isOpen(mount) ? mount.source.snapshot() : emptySnapshot));
  const leftOut: string[] = [];
  const tools = new Map<string, Owned<Tool>>();
  const otherNames = new Map<string, Owned<Tool>>();
  const prompts = new Map<string, Owned<Snapshot['prompts'][number]>>();
  const resources = new Map<string, Owned<Snapshot['resources'][number]>>();
  const templates = new Map<string, Owned<Snapshot['resourceTemplates'][number]>>();
  for (const [index, snapshot] of snapshots.entries()) {
    const mount = mounts[index]!;
    const prefix = !isPrefixed || mount.isOwn ? '' : `${mount.name}__`;
    const isAlsoPlain = prefix !== '' && mount.name === wasAlone;
    for (const given of snapshot.tools) {
      const { tool, otherNames: others } = nameTool(given, prefix);
      const owned = { item: tool, mount, ownName: given.name };
      if (!add(tools, tool.name, owned, 'tool')) continue;
      for (const other of others) add(otherNames, other, owned, 'tool');
      if (isAlsoPlain && !otherNames.has(given.name)) otherNames.set(given.name, owned);
    }
    for (const prompt of snapshot.prompts) {
      const name = `${prefix}${prompt.name}`;
      add(prompts, name, { item: { ...prompt, name }, mount, ownName: prompt.name }, 'prompt');
    }
    for (const resource of snapshot.resources) {
      checkName(resource.name, mount, 'resource');
      const uri = addressOf(resource.uri, mount, resources);
      add(resources, uri, { item: { ...resource, uri }, mount, ownName: resource.uri }, 'resource');
    }
    for (const template of snapshot.resourceTemplates) {
      checkName(template.name, mount, 'resource template');
      const uriTemplate = addressOf(template.uriTemplate, mount, templates);
      const item = { ...template, uriTemplate };
      add(templates, uriTemplate, { item, mount, ownName: template.uriTemplate }, 'resource template');
    }
    for (const sentence of snapshot.leftOut ?? []) leftOut.push(`'${mount.name}': ${sentence}`);
  }
  const keepsOrder = !isPrefixed && mounts.find(each => !each.isOwn)?.source.keepsOrder === true;
  const readable = new Set(mounts);
  return {
    mounts,
    snapshots,
    isPrefixed,
    readable,
    keepsOrder,
    tools,
    otherNames,
    prompts,
    resources,
    templates,
    leftOut,
  };

  /** Whether it was added. */
  function add<Item>(map: Map<string, Owned<Item>>, name: string, owned: Owned<Item>, what: string): boolean {
    checkName(owned.ownName, owned.mount, what);
    const other = map.get(name);
    if (other) {
      const owners = `${owner(other)} and ${owner(owned)}`;
      leftOut.push(`The ${what} '${name}' is given by both ${owners}: the second is left out`);
    } else map.set(name, owned);
    return !other;
  }
}

/** A URI as it is published: its own, or behind the name of its Source where another Source has it. */
function addressOf(uri: string, mount: Mount, published: ReadonlyMap<string, Owned<unknown>>): string {
  const other = published.get(uri);
  return other === undefined || other.mount === mount ? uri : `${prefixOf(mount)}${uri}`;
}

/** What stands before the URI of a resource that is told apart by its Source. */
export function prefixOf({ name }: Mount): string {
  return `${name}+`;
}

function checkName(name: unknown, mount: Mount, what: string): void {
  if (typeof name !== 'string' || name === '') throw new Error(`A ${what} of '${mount.name}' has no name`);
}

/** Names the Source of an item, and the name of the item there where it is published under another. */
function owner({ mount, ownName, item }: Owned<unknown>): string {
  const written = (item as { meta?: JsonObject }).meta?.[writtenNameKey];
  return written === undefined ? `'${mount.name}'` : `'${mount.name}' (as '${ownName}')`;
}

/** The published items of a collection, sorted by name unless their source has an order of its own. */
export function itemsOf(view: View, collection: Collection, era: Era, dottedNames: boolean): readonly JsonObject[] {
  const byName = (left: JsonObject, right: JsonObject) => (String(left.name) < String(right.name) ? -1 : 1);
  switch (collection) {
    case 'tools': {
      const listed = [...view.tools.values()].filter(({ item }) => !item.hidden);
      const tools = listed.map(({ item }) => projectTool(item, era, dottedNames));
      return view.keepsOrder ? tools : tools.sort(byName);
    }
    case 'prompts':
      return [...view.prompts.values()].map(({ item }) => projectPrompt(item)).sort(byName);
    case 'resources':
      return [...view.resources.values()].map(({ item }) => projectResource(item)).sort(byName);
    case 'resourceTemplates':
      return [...view.templates.values()].map(({ item }) => projectTemplate(item)).sort(byName);
  }
}

/** Whether a URI begins and ends as a template does around its expressions. */
export function fits(uri: string, uriTemplate: string): boolean {
  const opening = uriTemplate.indexOf('{');
  const closing = uriTemplate.lastIndexOf('}');
  if (opening === -1 || closing < opening) return uri === uriTemplate;
  const tail = uriTemplate.slice(closing + 1);
  return uri.startsWith(uriTemplate.slice(0, opening)) && uri.endsWith(tail) && uri.length > opening + tail.length;
}
