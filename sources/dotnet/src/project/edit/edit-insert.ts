import type { XmlElement } from '../../xml/xml.js';
import { indentOf, type ProjectText } from './edit-place.js';

/** Adds a line of XML as the last child of an element, formatted like its other children. */
export function appended(project: ProjectText, parent: XmlElement, child: string): string {
  const { text, newline, step } = project;
  const own = indentOf(text, parent) ?? '';
  const sibling = parent.children.at(-1);
  const indent = (sibling && indentOf(text, sibling)) ?? own + step;
  if (parent.closed) return expanded(project, parent, `${newline}${indent}${child}${newline}${own}`);
  const content = text.slice(parent.contentStart, parent.contentEnd);
  const place = parent.contentStart + content.trimEnd().length;
  const isOnOneLine = !text.slice(place, parent.contentEnd).includes('\n');
  return insertedAt(text, place, isOnOneLine ? child : `${newline}${indent}${child}`);
}

/** Adds a group with one line in it to a project, as its first or as its last child. */
export function withGroup(project: ProjectText, at: 'first' | 'last', group: string, child: string): string {
  const { text, root, newline, step } = project;
  const lines = `${step}<${group}>${newline}${step}${step}${child}${newline}${step}</${group}>`;
  if (root.closed) return expanded(project, root, `${newline}${lines}${newline}`);
  const content = text.slice(root.contentStart, root.contentEnd);
  const place = root.contentStart + (at === 'first' ? 0 : content.trimEnd().length);
  const around =
    at === 'first'
      ? content.slice(0, content.length - content.trimStart().length)
      : content.slice(content.trimEnd().length);
  if (!around.includes('\n')) return insertedAt(text, place, `<${group}>${child}</${group}>`);
  const gap = hasBlankLines(content) ? newline : '';
  return insertedAt(text, place, `${gap}${newline}${lines}`);
}

/** Whether groups are separated by blank lines: they are when the first one is. */
const hasBlankLines = (content: string) => /^[ \t]{0,400}\r?\n[ \t]{0,400}\r?\n/.test(content);

/** `<a b="c" />` with content. */
function expanded({ text }: ProjectText, { name, start, end }: XmlElement, content: string): string {
  const tag = text.slice(start, end - 2).trimEnd();
  return `${text.slice(0, start)}${tag}>${content}</${name}>${text.slice(end)}`;
}

const insertedAt = (text: string, place: number, more: string) => text.slice(0, place) + more + text.slice(place);
