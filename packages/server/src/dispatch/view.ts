import type { JsonObject } from '@concord/contract';
import type { Snapshot, Tool } from '@concord/engine';
import type { Era } from '../gate/session.js';
import { projectPrompt, projectResource, projectTemplate, projectTool } from './project.js';
import type { Collection, Mount, Owned } from './surface.js';

/** Everything the mounted Sources have at one moment, by the names it is published under. */
export interface View {
  readonly snapshots: readonly Snapshot[];
  readonly tools: ReadonlyMap<string, Owned<Tool>>;
  /** The same, of those that have a dotted spelling, by it. */
  readonly dottedTools: ReadonlyMap<string, Owned<Tool>>;
  readonly prompts: ReadonlyMap<string, Owned<Snapshot['prompts'][number]>>;
  readonly resources: ReadonlyMap<string, Owned<Snapshot['resources'][number]>>;
  readonly templates: readonly Owned<Snapshot['resourceTemplates'][number]>[];
}

/** Two Sources want the same name, so none can be served. */
export class NameCollision extends Error {}

/** Puts the snapshots of all Sources together. Throws when two of them want the same name. */
export function viewOf(mounts: readonly Mount[]): View {
  const snapshots = mounts.map(({ source }) => source.snapshot());
  const nameIn = (mount: Mount, name: string) => (mounts.length === 1 ? name : `${mount.name}__${name}`);
  const tools = new Map<string, Owned<Tool>>();
  const dottedTools = new Map<string, Owned<Tool>>();
  const prompts = new Map<string, Owned<Snapshot['prompts'][number]>>();
  const resources = new Map<string, Owned<Snapshot['resources'][number]>>();
  const templates: Owned<Snapshot['resourceTemplates'][number]>[] = [];
  for (const [index, snapshot] of snapshots.entries()) {
    const mount = mounts[index]!;
    for (const tool of snapshot.tools) {
      const name = nameIn(mount, tool.name);
      const dottedName = tool.dottedName && nameIn(mount, tool.dottedName);
      const owned = { item: { ...tool, name, ...(dottedName && { dottedName }) }, mount, ownName: tool.name };
      add(tools, name, owned, 'tool');
      if (dottedName) add(dottedTools, dottedName, owned, 'tool');
    }
    for (const prompt of snapshot.prompts) {
      const name = nameIn(mount, prompt.name);
      add(prompts, name, { item: { ...prompt, name }, mount, ownName: prompt.name }, 'prompt');
    }
    for (const resource of snapshot.resources)
      add(resources, resource.uri, { item: resource, mount, ownName: resource.name }, 'resource');
    for (const template of snapshot.resourceTemplates)
      templates.push({ item: template, mount, ownName: template.name });
  }
  return { snapshots, tools, dottedTools, prompts, resources, templates };
}

function add<Item>(map: Map<string, Owned<Item>>, name: string, owned: Owned<Item>, what: string): void {
  const other = map.get(name);
  if (other)
    throw new NameCollision(`The ${what} '${name}' is given by both '${other.mount.name}' and '${owned.mount.name}'`);
  map.set(name, owned);
}

/** The published items of a collection, sorted by name. */
export function itemsOf(view: View, collection: Collection, era: Era, dottedNames: boolean): readonly JsonObject[] {
  const byName = (left: JsonObject, right: JsonObject) => (String(left.name) < String(right.name) ? -1 : 1);
  switch (collection) {
    case 'tools':
      return [...view.tools.values()].map(({ item }) => projectTool(item, era, dottedNames)).sort(byName);
    case 'prompts':
      return [...view.prompts.values()].map(({ item }) => projectPrompt(item)).sort(byName);
    case 'resources':
      return [...view.resources.values()].map(({ item }) => projectResource(item)).sort(byName);
    case 'resourceTemplates':
      return view.templates.map(({ item }) => projectTemplate(item)).sort(byName);
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
