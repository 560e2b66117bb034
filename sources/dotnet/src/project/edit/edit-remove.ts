import type { XmlElement } from '../../xml/xml.js';
import { indentOf, type ProjectText } from './edit-place.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text without some children of its groups, and without the groups that held nothing else. */
export function without({ text }: ProjectText, groups: readonly XmlElement[], gone: ReadonlySet<XmlElement>): string {
  const spans = groups.flatMap(group => {
    const children = group.children.filter(each => gone.has(each));
    if (children.length === 0) return [];
    const lines = children.map(each => lineOf(text, each));
    const left = cutOut(text.slice(group.contentStart, group.contentEnd), lines, group.contentStart);
    // An empty group with attributes is kept; one without is removed.
    return left.trim() === '' && group.attributes.size === 0 ? [blockOf(text, group)] : lines;
  });
  return cutOut(text, spans, 0);
}

function cutOut(text: string, spans: readonly Span[], offset: number): string {
  let left = '';
  let at = 0;
  for (const { start, end } of spans) {
    left += text.slice(at, Math.max(at, start - offset));
    at = end - offset;
  }
  return left + text.slice(at);
}

/** An element, with the line break and the indentation before it when it stands on lines of its own. */
function lineOf(text: string, element: XmlElement): Span {
  const { start, end } = element;
  const indent = endsLine(text, end) ? indentOf(text, element) : undefined;
  const newline = start - (indent?.length ?? 0) - 1;
  if (indent === undefined || newline < 0) return { start, end };
  return { start: text[newline - 1] === '\r' ? newline - 1 : newline, end };
}

/** As `lineOf`, with the blank lines before it. */
function blockOf(text: string, element: XmlElement): Span {
  const line = lineOf(text, element);
  return line.start === element.start ? line : { start: text.slice(0, element.start).trimEnd().length, end: line.end };
}

function endsLine(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at += 1;
  return at === text.length || text[at] === '\n';
}
