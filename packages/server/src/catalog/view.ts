import type { JsonObject } from '@concord/contract';
import type { Snapshot, Tool } from '@concord/engine';
import type { Era } from '../protocol/versions.js';
import type { Collection, Mount, Owned } from './catalog.js';
import { projectPrompt, projectResource, projectTemplate, projectTool } from './project.js';
import { nameTool, writtenNameKey } from './tool-names.js';

/** Everything the mounted Sources have at one moment, by the names it is published under. */
export interface View {
  readonly snapshots: readonly Snapshot[];
  /** Whether tools are listed in the order of the snapshot; otherwise they are sorted by name. */
  readonly keepsOrder: boolean;
  readonly tools: ReadonlyMap<string, Owned<Tool>>;
  /** Tools by their other names: a dotted spelling, or the name their author wrote. */
  readonly otherNames: ReadonlyMap<string, Owned<Tool>>;
  readonly prompts: ReadonlyMap<string, Owned<Snapshot['prompts'][number]>>;
  readonly resources: ReadonlyMap<string, Owned<Snapshot['resources'][number]>>;
  readonly templates: ReadonlyMap<string, Owned<Snapshot['resourceTemplates'][number]>>;
}

/** Two Sources give items of the same name, so that nothing can be served. */
export class NameCollision extends Error {}

/** Puts the snapshots of all Sources together. Throws when two of their items want the same name, or one has none. */
export function viewOf(mounts: readonly Mount[]): View {
  const snapshots = mounts.map(({ source }) => source.snapshot());
  const tools = new Map<string, Owned<Tool>>();
  const otherNames = new Map<string, Owned<Tool>>();
  const prompts = new Map<string, Owned<Snapshot['prompts'][number]>>();
  const resources = new Map<string, Owned<Snapshot['resources'][number]>>();
  const templates = new Map<string, Owned<Snapshot['resourceTemplates'][number]>>();
  for (const [index, snapshot] of snapshots.entries()) {
    const mount = mounts[index]!;
    const prefix = mounts.length === 1 ? '' : `${mount.name}__`;
    for (const given of snapshot.tools) {
      const { tool, otherNames: others } = nameTool(given, prefix);
      const owned = { item: tool, mount, ownName: given.name };
      add(tools, tool.name, owned, 'tool');
      for (const other of others) add(otherNames, other, owned, 'tool');
    }
    for (const prompt of snapshot.prompts) {
      const name = `${prefix}${prompt.name}`;
      add(prompts, name, { item: { ...prompt, name }, mount, ownName: prompt.name }, 'prompt');
    }
    for (const resource of snapshot.resources)
      add(resources, resource.uri, { item: resource, mount, ownName: resource.name }, 'resource');
    for (const template of snapshot.resourceTemplates)
      add(templates, template.uriTemplate, { item: template, mount, ownName: template.name }, 'resource template');
  }
  const keepsOrder = mounts.length === 1 && mounts[0]!.source.keepsOrder === true;
  return { snapshots, keepsOrder, tools, otherNames, prompts, resources, templates };
}

function add<Item>(map: Map<string, Owned<Item>>, name: string, owned: Owned<Item>, what: string): void {
  if (typeof owned.ownName !== 'string' || owned.ownName === '')
    throw new Error(`A ${what} of '${owned.mount.name}' has no name`);
  const other = map.get(name);
  if (other) throw new NameCollision(`The ${what} '${name}' is given by both ${owner(other)} and ${owner(owned)}`);
  map.set(name, owned);
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
