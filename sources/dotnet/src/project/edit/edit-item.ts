import type { XmlElement } from '../../xml/xml.js';
import { attributeText } from '../../xml/xml-text.js';
import type { Edited } from './edit.js';
import { appended, withGroup } from './edit-insert.js';
import { groupsOf, hasCondition, isNamed, openProject, type ProjectText } from './edit-place.js';
import { without } from './edit-remove.js';

/** Adds an item to the last unconditional group with items of its type, else to a new group. Does nothing when it is there already. */
export function addItem(text: string, itemType: string, include: string): Edited | { readonly fault: string } {
  const project = openProject(text);
  if ('fault' in project) return project;
  if (itemsOf(project, itemType, include).length > 0) return { text, changed: false };
  const child = `<${itemType} Include="${attributeText(include)}" />`;
  const group = groupsOf(project, 'ItemGroup').findLast(each => each.children.some(item => isNamed(item, itemType)));
  return {
    text: group ? appended(project, group, child) : withGroup(project, 'last', 'ItemGroup', child),
    changed: true,
  };
}

/** Removes the first such unconditional item; `changed` says whether there was one. */
export function removeItem(text: string, itemType: string, include: string): Edited | { readonly fault: string } {
  const project = openProject(text);
  if ('fault' in project) return project;
  const [first] = itemsOf(project, itemType, include);
  if (!first) return { text, changed: false };
  return { text: without(project, groupsOf(project, 'ItemGroup'), new Set([first])), changed: true };
}

function itemsOf(project: ProjectText, itemType: string, include: string): readonly XmlElement[] {
  const wanted = comparable(include);
  return groupsOf(project, 'ItemGroup')
    .flatMap(group => group.children)
    .filter(each => isNamed(each, itemType) && !hasCondition(each))
    .filter(each => comparable(each.attributes.get('Include') ?? '') === wanted);
}

/** Compares includes ignoring case and the kind of separator. */
const comparable = (include: string) => include.trim().replaceAll('\\', '/').toLowerCase();
