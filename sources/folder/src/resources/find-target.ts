import type { Contents, ResourceItem, TemplateItem } from '../project/items.js';
import { matchTemplate } from './match-template.js';

/** The resource or template that a URI stands for. */
export interface Target {
  /** The URI to read; for a resource that was asked for by name, its own. */
  readonly uri: string;
  readonly item: ResourceItem | TemplateItem;
  readonly variables?: Readonly<Record<string, string>>;
}

/** The resource with that URI or name, else the first template that matches. */
export function findTarget(uri: string, { resources, templates }: Contents): Target | undefined {
  const listed = resources.find(each => each.uri === uri) ?? resources.find(each => each.name === uri);
  if (listed !== undefined) return { uri: listed.uri, item: listed };
  for (const item of templates) {
    const variables = matchTemplate(item.uriTemplate, uri);
    if (variables !== undefined) return { uri, item, variables };
  }
  return undefined;
}
