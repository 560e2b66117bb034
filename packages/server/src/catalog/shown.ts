import { createHash } from 'node:crypto';
import type { JsonObject } from '@concord/contract';
import type { Snapshot, Tool } from '@concord/engine';
import type { Sight } from '@concord/gateway';
import type { Era } from '../protocol/versions.js';
import type { Collection, Listing, Owned } from './catalog.js';
import { addressIn, type ResourceAddress } from './resource-address.js';
import { itemsOf, type View } from './view.js';

/** How a view is shown. */
export interface Showing {
  readonly dottedNames: boolean;
  /** The tools that are listed; the others can be called by who knows their names. */
  readonly lists?: ((tool: Owned<Tool>) => boolean) | undefined;
}

/** Lists and look-ups of one view, made when they are first asked for. */
export class Shown {
  readonly view: View;
  readonly #showing: Showing;
  readonly #listings = new Map<string, Listing>();

  constructor(view: View, showing: Showing) {
    this.view = view;
    this.#showing = showing;
  }

  listing(collection: Collection, era: Era): Listing {
    const key = `${collection} ${era}`;
    const known = this.#listings.get(key);
    if (known) return known;
    const items = this.#items(collection, era);
    const hash = createHash('sha256').update(JSON.stringify(items)).digest('hex');
    const builtAt =
      this.view.snapshots
        .map(each => each.builtAt)
        .sort()
        .at(-1) ?? '';
    const made = { items, hash, builtAt };
    this.#listings.set(key, made);
    return made;
  }

  tool(name: string): Owned<Tool> | undefined {
    return this.view.tools.get(name) ?? this.view.otherNames.get(name);
  }

  prompt(name: string): Owned<Snapshot['prompts'][number]> | undefined {
    return this.view.prompts.get(name);
  }

  addressOf(uri: string): ResourceAddress | undefined {
    return addressIn(this.view, uri);
  }

  template(uriTemplate: string): Owned<Snapshot['resourceTemplates'][number]> | undefined {
    return this.view.templates.get(uriTemplate);
  }

  names(collection: 'tools' | 'prompts' | 'resources'): Iterable<string> {
    return this.view[collection].keys();
  }

  #items(collection: Collection, era: Era): readonly JsonObject[] {
    const { dottedNames, lists } = this.#showing;
    if (lists === undefined || collection !== 'tools') return itemsOf(this.view, collection, era, dottedNames);
    const listed = new Map([...this.view.tools].filter(([, owned]) => lists(owned)));
    return itemsOf({ ...this.view, tools: listed }, collection, era, dottedNames);
  }
}

/** What of a view somebody sees who does not see all. */
export function seenBy(sight: Sight, view: View): View {
  const isSeen = ({ name, isOwn, right }: View['mounts'][number]) =>
    right === 'operations' ? sight.operations : isOwn === true || sight.server(name);
  const seen = new Set(view.mounts.filter(isSeen));
  const toolsOf = (owned: Owned<Tool>) =>
    seen.has(owned.mount) &&
    (owned.mount.isOwn === true || sight.tool(owned.mount.name, { ...owned.item, name: owned.ownName }));
  const readable = new Set([...seen].filter(mount => mount.isOwn === true || sight.rest(mount.name)));
  const restOf = ({ mount }: Owned<unknown>) => readable.has(mount);
  return {
    ...view,
    mounts: view.mounts.filter(mount => seen.has(mount)),
    snapshots: view.snapshots.filter((_, at) => seen.has(view.mounts[at]!)),
    tools: filtered(view.tools, toolsOf),
    otherNames: filtered(view.otherNames, toolsOf),
    prompts: filtered(view.prompts, restOf),
    resources: filtered(view.resources, restOf),
    templates: filtered(view.templates, restOf),
    readable,
    leftOut: [],
  };
}

function filtered<Item>(all: ReadonlyMap<string, Item>, isSeen: (item: Item) => boolean): ReadonlyMap<string, Item> {
  return new Map([...all].filter(([, item]) => isSeen(item)));
}
