import type { XmlElement } from '../../xml/xml.js';
import { elementText } from '../../xml/xml-text.js';
import type { Edited } from './edit.js';
import { appended, withGroup } from './edit-insert.js';
import { groupsOf, hasCondition, isNamed, openProject, type ProjectText } from './edit-place.js';
import { without } from './edit-remove.js';

/** Sets a property at its last unconditional definition, else at the end of the first unconditional group. */
export function setProperty(text: string, name: string, value: string): Edited | { readonly fault: string } {
  const project = openProject(text);
  if ('fault' in project) return project;
  const written = elementText(value, project.newline);
  const found = definitions(project, name).at(-1);
  const changed = found ? replaced(text, found, written) : added(project, `<${name}>${written}</${name}>`);
  return { text: changed, changed: changed !== text };
}

/** Removes every unconditional definition of a property; `changed` says whether there was one. */
export function removeProperty(text: string, name: string): Edited | { readonly fault: string } {
  const project = openProject(text);
  if ('fault' in project) return project;
  const gone = new Set(definitions(project, name));
  if (gone.size === 0) return { text, changed: false };
  return { text: without(project, groupsOf(project, 'PropertyGroup'), gone), changed: true };
}

function definitions(project: ProjectText, name: string): readonly XmlElement[] {
  return groupsOf(project, 'PropertyGroup').flatMap(group =>
    group.children.filter(each => isNamed(each, name) && !hasCondition(each)),
  );
}

function replaced(text: string, element: XmlElement, written: string): string {
  const { name, start, end, contentStart, contentEnd, closed } = element;
  if (!closed) return text.slice(0, contentStart) + written + text.slice(contentEnd);
  if (written === '') return text;
  return `${text.slice(0, start)}${text.slice(start, end - 2).trimEnd()}>${written}</${name}>${text.slice(end)}`;
}

function added(project: ProjectText, child: string): string {
  const [first] = groupsOf(project, 'PropertyGroup');
  return first ? appended(project, first, child) : withGroup(project, 'first', 'PropertyGroup', child);
}
